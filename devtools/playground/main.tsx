import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newVersion } from './offline/new-version.ts';
import { Playground } from './playground.tsx';
import './playground.css';

if (import.meta.env.PROD) void newVersion.watch('/service-worker.js');

const element = document.getElementById('root');
if (element !== null) {
  createRoot(element).render(
    <StrictMode>
      <Playground />
    </StrictMode>,
  );
}
