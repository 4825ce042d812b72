import type { ErrorWords } from './error-words.ts';
import { keyHelp } from './key-help.ts';
import type { QueryError } from './query-error.ts';
import { vocabularyIn } from './vocabularies.ts';

/** What is wrong with a query and what to do, in French. */
export function frenchError({ code, key, valid, nearest }: QueryError, word: string): ErrorWords {
  const meant = nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `;
  const known = `Je connais : ${valid.join(', ')}.`;
  const such = `Écrivez par exemple ${valid.join(', ')}.`;
  const example = keyHelp('fr')[key ?? 'status'].example;
  const name = vocabularyIn('fr').keys[key ?? 'status'][0];
  switch (code) {
    case 'query_too_long':
      return {
        happened: 'C’est plus long que ce que je sais lire.',
        remedy: 'Restez sous 500 caractères.',
      };
    case 'query_too_many_terms':
      return {
        happened: 'Cela demande plus de 40 critères à la fois.',
        remedy: `Raccourcissez à partir de « ${word} ».`,
      };
    case 'query_control_character':
      return {
        happened: `Un caractère de contrôle invisible s’est glissé dans le texte (${word}).`,
        remedy: 'Tapez-le de nouveau au lieu de le coller.',
      };
    case 'query_unbalanced_quotes':
      return {
        happened: `Un guillemet n’est pas fermé : ${word}`,
        remedy: 'Fermez-le, ou enlevez-le.',
      };
    case 'query_unknown_key':
      return {
        happened: `Je ne connais pas « ${word}: ».`,
        remedy: `${meant}${known} Mettez entre guillemets un texte qui contient deux-points.`,
      };
    case 'query_unknown_value':
      return {
        happened: `Je ne comprends pas « ${word} ».`,
        remedy: `${meant}« ${name}: » accepte ${valid.join(', ')}.`,
      };
    case 'query_missing_value':
      return nearest === null
        ? {
            happened: `Il manque quelque chose à « ${word} ».`,
            remedy: `Écrivez-le sans espace : ${example}.`,
          }
        : { happened: `Il y a une espace de trop dans « ${word} ».`, remedy: meant.trim() };
    case 'query_missing_colon':
      return {
        happened: `Il manque deux-points dans « ${word} ».`,
        remedy: `${meant}Mettez-le entre guillemets pour chercher ces mots mêmes.`,
      };
    case 'query_empty_word':
      return {
        happened: `« ${word} » n’a ni lettre ni chiffre à chercher.`,
        remedy: 'Enlevez-le.',
      };
    case 'query_bad_number':
      return {
        happened: `« ${word} » n’est pas un nombre qui convient ici.`,
        remedy: key === 'completion' ? `De 0 à 100. ${such}` : such,
      };
    case 'query_bad_age':
      return {
        happened: `« ${word} » n’est pas un âge que je sais compter.`,
        remedy: `${such} h : heures, j : jours, jo : jours ouvrés, sem : semaines, mois ; dix ans au plus.`,
      };
    case 'query_bad_date':
      return { happened: `Je ne lis pas « ${word} » comme une date.`, remedy: `${meant}${such}` };
    case 'query_no_such_date':
      return {
        happened: `Cette date n’existe pas : ${word}.`,
        remedy: 'Les mois vont de 01 à 12, les jours jusqu’à la fin du mois : 2026-11, 2026-11-20.',
      };
    case 'query_impossible_range':
      return {
        happened: `Rien ne se trouve dans « ${word} ».`,
        remedy: `${meant}Écrivez d’abord la plus petite borne.`,
      };
    case 'query_sort_misused':
      return {
        happened: `« ${word} » ne nomme pas un ordre.`,
        remedy: `Donnez-en un seul, une fois, sans tiret : ${example}.`,
      };
  }
}
