import type { News, TableView } from '../wire';
import { has, t } from './words.svelte';

/** News of the table in a sentence; empty for what the match itself tells. */
export function sayNews(news: News, table: TableView | null): string {
  const key = `news.${news.is}`;
  if (!has(key)) return '';
  const member = 'member' in news ? table?.members.find((each) => each.id === news.member)?.name : undefined;
  const seat = 'seat' in news && news.seat !== null ? table?.seats[news.seat]?.name : undefined;
  const given: Record<string, unknown> = { ...news, member: member ?? t('somebody'), seat: seat ?? t('table.table') };
  if (news.is === 'said' && news.phrase) given.text = t(`phrase.${news.phrase}`);
  if (news.is === 'paced') given.tempo = t(`pace.${news.tempo}`);
  if (news.is === 'wished') return t(news.seat === null ? 'news.unwished' : key, given);
  if (news.is === 'placed') given.level = t(`level.${news.level}`);
  if (news.is === 'voted') return t(`${key}_${news.what}_${news.yes ? 'yes' : 'no'}`, given);
  if (news.is === 'ended') return has(`${key}_${news.why}`) ? t(`${key}_${news.why}`) : t(key);
  return t(key, given);
}
