import { fr as locale } from 'date-fns/locale/fr';

import { figuresFr } from '../format.ts';
import type { Messages } from '../types.ts';
import { alerts, notifications, triage } from './alerts.ts';
import { digestCommands, digestForm, digestErrors } from './digest-forms.ts';
import { digest, digestEscalation, digestLedger, report } from './digests.ts';
import { decisions, failure, refusal, status, trouble } from './errors.ts';
import { card, choice, contact, details, entity, file, find, timeline } from './files.ts';
import {
  help,
  home,
  list,
  overview,
  reading,
  refine,
  stats,
  waiting,
  properties,
  welcome,
} from './lists.ts';
import {
  accessLog,
  exportMessages,
  outside,
  retention,
  savedViews,
  settings,
  share,
} from './settings.ts';

export const fr: Messages = {
  language: 'fr',
  locale,
  ...figuresFr,
  list,
  refine,
  share,
  outside,
  overview,
  home,
  file,
  entity,
  card,
  choice,
  contact,
  details,
  properties,
  report,
  timeline,
  triage,
  welcome,
  find,
  reading,
  help,
  failure,
  decisions,
  errors: trouble,
  stats,
  settings,
  retention,
  savedViews,
  accessLog,
  status,
  export: exportMessages,
  digest,
  digestErrors,
  digestHistory: digestLedger,
  digestEscalation,
  digestForm,
  digestCommands,
  alerts,
  notifications,
  waiting,
  refusal,
};
