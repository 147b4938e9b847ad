import { link, router } from './router.svelte';

/** The rulebook that lies open over whatever is on the screen, and the rule that it is open at. */
class Reading {
  game = $state('');
  rule = $state('');

  get open(): boolean {
    return this.game !== '';
  }

  /** Look a rule up: in the rulebook's own screen, or in a sheet over any other. */
  look(game: string, rule: string): void {
    if (router.parts[0] === 'rules' && router.parts[1] === game) router.go(`rules/${game}?rule=${rule}`, true);
    else {
      this.game = game;
      this.rule = rule;
    }
  }

  close(): void {
    this.game = '';
  }
}

export const reading = new Reading();

/** The address of a rule. */
export const ruleLink = (game: string, rule: string): string => `${link('rules', game)}?rule=${rule}`;
