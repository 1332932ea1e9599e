/** A response in the error shape of section 2.9: `error` is a stable code, `message` is for people. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(message);
	}
}

/** 400: the request is not as the document shows it. */
export function badRequest(code: string, message: string): ApiError {
	return new ApiError(400, code, message);
}

/** 401: the assertion or the access token is refused. */
export function unauthorized(code: string, message: string): ApiError {
	return new ApiError(401, code, message);
}

/** 403: the caller is known but may not do this. */
export function forbidden(code: string, message: string): ApiError {
	return new ApiError(403, code, message);
}

/** 404: this partner has no such record. */
export function notFound(code: string, message: string): ApiError {
	return new ApiError(404, code, message);
}

/** 422: a request of the right form that cannot be carried out. */
export function unprocessable(code: string, message: string): ApiError {
	return new ApiError(422, code, message);
}
