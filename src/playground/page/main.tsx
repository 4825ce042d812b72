import { createRoot } from 'react-dom/client';

import { Page } from './app.tsx';

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Page now={Date.now} />);
