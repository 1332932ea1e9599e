import { ensureDependencies, runTypeScript } from './bootstrap.mjs';

await ensureDependencies();
await runTypeScript('stack/start.ts');
