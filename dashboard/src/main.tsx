import { language, loadMessages } from './language.ts';
import './style.css';

// The files of an older build are gone after an update: a fresh page names the new ones.
window.addEventListener('vite:preloadError', () => window.location.reload());

document.documentElement.lang = language;
void loadMessages().then(() => import('./start.tsx'));
