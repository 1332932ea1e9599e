/** An answer in the error shape of section 2.9: `error` is a stable code, `message` is for people. */
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

export function badRequest(code: string, message: string): ApiError {
	return new ApiError(400, code, message);
}

export function unauthorized(code: string, message: string): ApiError {
	return new ApiError(401, code, message);
}

export function forbidden(code: string, message: string): ApiError {
	return new ApiError(403, code, message);
}

export function notFound(code: string, message: string): ApiError {
	return new ApiError(404, code, message);
}

export function unprocessable(code: string, message: string): ApiError {
	return new ApiError(422, code, message);
}
