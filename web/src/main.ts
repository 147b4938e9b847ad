import { mount } from 'svelte';
import App from './App.svelte';
import { at } from './lib/place';
import './styles/tokens.css';
import './styles/boxes.css';
import './styles/base.css';

import.meta.glob('./games/*/box.css', { eager: true });

export default mount(App, { target: document.getElementById('app')! });

// The worker keeps the shell for when there is no connection; where there can be none, everything else works all the same.
// It fetches the shell once more, for which a phone has time when the page stands.
const WAITS = 1500;
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => setTimeout(() => void navigator.serviceWorker.register(at('sw.js')).catch(() => {}), WAITS));
