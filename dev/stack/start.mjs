import { enableTypeScript, ensureDependencies } from './bootstrap.mjs';

await ensureDependencies();
await enableTypeScript();
await import('./start.ts');
