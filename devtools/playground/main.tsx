import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Playground } from './playground.tsx';
import './playground.css';

const element = document.getElementById('root');
if (element !== null) {
  createRoot(element).render(
    <StrictMode>
      <Playground />
    </StrictMode>,
  );
}
