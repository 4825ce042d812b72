import { enGB } from 'date-fns/locale/en-GB';

import { figuresEn } from '../format.ts';
import { type Language, ofType } from '../types.ts';
import * as alerts from './alerts.ts';
import * as digestForms from './digest-forms.ts';
import * as digests from './digests.ts';
import * as errors from './errors.ts';
import * as files from './files.ts';
import * as lists from './lists.ts';
import * as settings from './settings.ts';

/** Everything that the files export, by its name. */
export const en = {
  language: ofType<Language>('en'),
  locale: enGB,
  ...figuresEn,
  ...alerts,
  ...digestForms,
  ...digests,
  ...errors,
  ...files,
  ...lists,
  ...settings,
};
