import { language, loadTexts, t } from './language.ts';
import './style.css';

// The files of an older build are gone after an update: a fresh page names the new ones. Without a network the page stays.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (navigator.onLine) window.location.reload();
  else payload.message = t('The service does not answer. Check the connection and try again.');
});

document.documentElement.lang = language;
void loadTexts('shared').then(() => import('./start.tsx'));
