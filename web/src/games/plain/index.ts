import type { GameLook } from '../table';
import Table from './Table.svelte';

export default { Table } satisfies GameLook;
