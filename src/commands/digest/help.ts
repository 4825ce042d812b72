import { OPTION_WORDS, type OptionKey, optionKeys } from '../../digests/options/definitions.ts';
import type { Language } from '../../i18n/types.ts';
import type { Detail } from '../../views/help.ts';

const SAYS: Readonly<Record<Language, Readonly<Record<OptionKey, string>>>> = {
  en: {
    times: 'when; a time that stands alone says the same',
    days: 'on which days; Monday to Friday without it',
    zone: 'in which time zone; yours without it',
    holidays: 'whose public holidays count',
    onHoliday: 'leave a holiday out, or move to the next working day',
    name: 'what it is called',
    channel: 'where it is posted; here without it',
    view: 'the query of a saved view',
    minAge: 'only files that are older',
    minStale: 'only files that nobody has touched for so long',
    target: 'working days to decide; what waits longer is overdue and stands on top',
    group: 'how the files are grouped',
    top: 'how many files are shown',
    style: 'whether the others go into the thread',
    mentions: 'whom it mentions',
    privacy: 'how much of people it shows; the strictest wins',
    language: 'in which language it speaks',
    empty: 'what it does when nothing waits',
    previous: 'what happens to the post before',
    deleteAfter: 'after how many days a post is deleted',
    live: 'whether a post follows what is decided of it, for a day or until the next one',
    catchUp: 'by how much it may come late',
    escalate: 'the second channel that is told, once, of each file overdue by so much',
  },
  fr: {
    times: 'quand ; une heure seule dit la même chose',
    days: 'quels jours ; du lundi au vendredi sans cela',
    zone: 'dans quel fuseau horaire ; le vôtre sans cela',
    holidays: 'les jours fériés de quel pays comptent',
    onHoliday: 'omettre un jour férié, ou reporter au jour ouvré suivant',
    name: 'son nom',
    channel: 'où il est publié ; ici sans cela',
    view: 'la requête d’une vue enregistrée',
    minAge: 'seulement les dossiers plus anciens',
    minStale: 'seulement les dossiers inchangés depuis ce temps',
    target: 'jours ouvrés pour décider ; ce qui attend plus est en retard et passe en tête',
    group: 'comment les dossiers sont groupés',
    top: 'combien de dossiers sont montrés',
    style: 'si les autres vont dans le fil',
    mentions: 'qui il mentionne',
    privacy: 'ce qu’il montre des personnes ; le plus strict l’emporte',
    language: 'dans quelle langue il parle',
    empty: 'ce qu’il fait quand rien n’attend',
    previous: 'ce que devient la publication précédente',
    deleteAfter: 'après combien de jours une publication est supprimée',
    live: 'si la publication suit ce qui se décide, pendant un jour ou jusqu’à la suivante',
    catchUp: 'de combien il peut être en retard',
    escalate: 'le second canal prévenu, une seule fois, de chaque dossier en retard d’autant',
  },
};

/** An example and a line of help for every option of a digest. */
export function digestHelp(language: Language): readonly Detail[] {
  return optionKeys().map((key) => {
    const { [language]: words, takes } = OPTION_WORDS[key];
    return { example: `${words[0]}:${takes[language][0]}`, says: SAYS[language][key] };
  });
}
