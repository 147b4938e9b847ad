import type { GameLook } from '../table';
import { ending, prompt } from './prompt';
import Table from './Table.svelte';

export default { Table, prompt, ending, tall: true, certain: ({ first }) => first !== 'random' } satisfies GameLook;
