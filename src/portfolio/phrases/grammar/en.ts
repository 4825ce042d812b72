import { FOLLOW_UPS_IN, ORDERS_IN } from './follow-ups.ts';
import { type Grammar, phrases } from './index.ts';
import { DATES_IN, NUMBERS_IN, PERIODS_IN } from './periods.ts';
import { QUESTIONS_IN, UNHELD_IN } from './questions.ts';

/** What people say around queries in English. */
export const english: Grammar = {
  small:
    'a about all also an and any are at be been being but by can could currently did do does each every ' +
    'everything file files find for from get give had has have i in is it its just list look looking ' +
    'he she her hers him his me my need now of off on one ones only or our out pls s search see seem show still than that ' +
    'the their them then there these they this those to u up us was we were what whats when where ' +
    'wheres theres thats which who whose will with would you your vs versus anyone anything everyone everybody applicant applicants application applications candidate ' +
    'candidates tenant tenants town towns city cities property properties rental rentals dossier cases number s as yet become becomes cost costs tagged apply w app apps',
  joints: 'is are was were of the a an at by be s that has have it',
  polite: phrases(`
    please, pls, plz, um, umm, uh, uhm, hm, erm, hmm, oh, well, so, basically, actually, maybe, tell, tell me, tell us, oh well,
    i think, i guess, you know, thanks, thank you, thank you so much, thank you very much, thanks a lot,
    many thanks, so far, yes, great, i m new, i m new here, i am new, i am new here, thx, hello, hi, hey,
    good morning, good afternoon, ok, okay, perfect, if possible, quickly, asap, right away, right now, straight away, immediately, kindly, bye, goodbye, cheers, never mind, nevermind, forget it, got it, sounds good, will do, after all, in the end, of course, with pleasure,
    that s all, thats all, that is all, that ll be all, that will be all,
    by the way, btw, quick question, one more thing, while you re at it, while we re at it, lol, haha, cool, nvm,
    tell me if, i want to know if, i would like to know if, do you know if, can you check if, check if
  `),
  closing: phrases(`
    thanks, thank, thx, ok, okay, perfect, great, cool, nvm, lol, haha, yes, no, nope, yep, bye, goodbye, cheers, mind,
    nevermind, forget, got, good, do, that s all, thats all, that is all, that ll be all, that will be all
  `),
  and: 'and',
  or: 'or nor vs versus',
  versus: 'vs versus',
  greetings: ['hi', 'hello', 'hey', 'dear', 'good morning', 'good afternoon'],
  regards: phrases('thanks, thank you, many thanks, cheers, (|best|kind|kindest) regards, best'),
  titles: 'mr mrs ms miss mister dr doctor prof sir madam',
  personNouns:
    'manager managers agent agents colleague colleagues person people else whoever anyone everyone',
  guarantors: 'guarantor guarantors',
  districts: 'arrondissement arrondissements district districts',
  uncounted: 'applicant applicants candidate candidates tenant tenants',
  compare: {
    '>': phrases(`
      more than, more then, over, above, greater than, higher than, older than, bigger than,
      longer than, exceeding, better than, upwards of, more expensive than
    `),
    '>=': phrases(`
      (more|greater|higher) than or equal to, at least, minimum, min, from, starting at,
      (not|no) (less|younger|newer|cheaper|lower) than, not under, not below
    `),
    '<': phrases(`
      less than, less then, under, below, lower than, younger than, cheaper than, smaller than,
      fewer than, newer than, worse than
    `),
    '<=': phrases(`
      (less|lower|fewer) than or equal to, at most, maximum, max, up to,
      (not|no) (more|older|higher|longer|bigger) than, not over, not above, within
    `),
  },
  exact: ['exactly', 'precisely'],
  compareAfter: {
    '>': [],
    '>=': phrases(`
      at least, or more, and more, or above, and above, or over, and up, minimum, min, (or|and) (better|higher|greater)
    `),
    '<': [],
    '<=': phrases(`
      or less, and less, or below, or under, or lower, maximum, max, at most, tops
    `),
  },
  since: ['since', 'for'],
  agoBefore: [],
  ago: ['ago'],
  twoDaysAgo: ['the day before yesterday', 'day before yesterday'],
  within: ['last', 'past', 'in the last', 'in the past', 'within the last', 'during the last'],
  ranges: [
    ['between', 'and'],
    ['from', 'to'],
    ['from', 'until'],
    ['since', 'until'],
  ],
  to: ['to'],
  years: ['year', 'years', 'yr', 'yrs'],
  money: ['euro', 'euros', 'eur', 'a month', 'per month', 'euros a month', 'euros per month'],
  percent: ['percent', 'per cent', 'pct'],
  keys: {
    score: ['scored', 'scoring', 'scores'],
    completion: ['completeness', 'completed', 'completed at', 'complete at'],
    rent: ['rents', 'monthly rent', 'costing'],
    age: ['aged', 'waiting time'],
    stale: phrases(`
      (not|hasn t|haven t|has not|have not) moved, not (updated|changed|modified|touched),
      unchanged, untouched, (gone|went) (quiet|silent|cold), no (change|changes|news|movement), stale, idle, inactive, stuck,
      blocked, silent, (nobody|no one) (|has) touched, nobody changed,
      nothing (happens|happened|has happened|moves|moved|has moved)
    `),
  },
  nothing: phrases(`
    nothing, nothing new, no activity, no update, no updates, no reply, no response, no answer
  `),
  budget: ['budget', 'budgets'],
  unheld: phrases(`
    earn, earns, earning, effort rate, effort ratio, debt ratio, debt rate, income ratio, rent to
    income ratio, income, incomes, with an income, salary, salaries, with a salary, surface,
    surface area, floor area, living area, floor space
  `),
  unheldUnits: phrases(`
    times (|the|their) rent, m2, sqm, sq m, square metres, square meters, square feet, sq ft
  `),
  periods: PERIODS_IN.en,
  verbs: {
    created: phrases(`
      created, received, arrived, applied, submitted, opened on, came in, come in, got, added,
      started, incoming
    `),
    updated: phrases('updated, changed, modified, touched, edited, moved, changes'),
    availability: phrases('available, free, vacant, move in, moving in, move ins, avail'),
  },
  possessive: 'my',
  writer: 'me',
  of: 'of',
  by: 'by',
  took: { alone: ['took', 'has taken'], asked: ['has', 'did'], behind: ['taken', 'take'] },
  watches: phrases('watches, (is|s) watching'),
  roles: {
    manager: phrases('managed by, handled by, looked after by, assigned to'),
    taken: ['taken by', 'claimed by'],
    watched: ['watched by'],
  },
  manages: phrases('manages, manage, handles, handle, looks after, look after'),
  follows: [],
  managesNot: phrases('(doesn t|doesnt|does not|don t|dont|do not) (manage|handle|look after)'),
  managesAsked: [],
  managed: 'managed',
  managing: {
    objects: 'to it them him her us the his their our my',
    subjects:
      'i we you he she they it who that nobody somebody someone anybody anyone everybody everyone',
    have: 'has have had ve',
    avoir: [],
    be: 'is are was were be s',
    places: 'in at of for from near around on with',
    adverbs: 'not also ever never already just once still',
    nouns:
      'file files one ones property properties rental rentals application applications case cases mandate mandates',
  },
  branches: 'office branch agency',
  branchArticles: 'the our your my their',
  others: 'other others',
  categories: 'property properties category categories type types kind',
  able: 'can could',
  toDecide: 'decide approve accept validate do done off approval approving signoff',
  notOwn: phrases(`
    i don t manage, i do not manage, i dont manage, i m not managing, not (managed|handled) by me, not assigned to me, managed by
    others, managed by someone else, managed by somebody else, of my colleagues
  `),
  own: phrases(`
    mine, my files, my own, my own files, my ones, (managed|handled) by me, assigned to me,
    the ones i manage, i manage,
    not (managed|handled) by (anyone|anybody|someone|somebody) else
  `),
  conditions: {
    'decision:awaiting': phrases(`
      (to|must|still to|left to|should i|must i|do i have to|do i need to)
      (decide|approve|accept|validate|sign off),
      to be (decided|approved|accepted|validated|signed off),
      (for|pending|awaiting|waiting for|need|needs|needing) (sign off|signoff|signature),
      (sign offs|signoffs) (|pending|left), (sign off|signoff) (pending|left),
      (need|needs|needing) (deciding|approving|validating|signing off|approval|validation),
      (what is|what s|whats|files) due, due (today|now|this week|for decision|for a decision),
      (to|needs to|need to) be done, needs doing, (|have|need|got) to do, todo, todos,
      s work, (today s|todays|my) work, (work|files) for me (today|now), work today, my day,
      (anything|something) for me (today|now|to do), (what s|whats|what is) for me (today|now),
      on my plate, on my desk, (|my|top) priorities, pending (decision|decisions|approval|approvals),
      (decision|decisions) (pending|to make|to take), open decisions,
      (decisions|approvals|validations) (left|outstanding|still to do), approvals pending,
      (awaiting|waiting for) (a decision|decisions|approval), waiting for decision,
      (without|need|needs|needing) (|a) decision, no decision, no decision yet, needs to be decided,
      (must|to|has to|have to|need to) be decided, not decided, not yet decided, undecided,
      waiting, waits, overdue, backlog, stuck, stuck files, stuck ones, (|been) sitting there,
      left, remaining, should i (do|look at|start|start with) (|first), do i (start|do) (|first),
      (needs|need) (|my) attention, (do i have|have i got|what s on|whats on|what is on) today
    `),
    'decision:approved,declined': phrases(`
      decisions, all decisions, decisions made, decisions taken, processed, dealt with
    `),
    'stage:waiting-for-documents': phrases(`
      (waiting for|waiting on|waits for|awaiting|waiting|need|needs)
      (documents|the documents|their documents|missing documents|docs|papers|paperwork),
      waiting (for|on) the (applicant|applicants|candidate|candidates|tenant|tenants),
      waiting (for|on) tenants, documents awaited,
      (stuck|blocked|held up) (on|by) (|missing) (documents|docs|papers|paperwork)
    `),
    'stage:in-review': phrases(`
      in analysis, under analysis, in the analysis, being (analysed|analyzed|reviewed),
      in the review, currently in review, currently under review
    `),
    'decision:ready': phrases(`
      rdy, (ready|good) to go, (went|moved|turned|changed) from (pending|waiting|incomplete) to ready, ready to be decided, ready for (decision|a decision|approval|validation|signoff|signature),
      (ready to|can) be (approved|accepted|validated|declined|rejected|refused|decided|signed off),
      ready (to|for) (approve|accept|validate|decide|sign off),
      (which|what|which files|which ones) can (i|we) (approve|accept|validate|decide|sign off) (|today),
      (files|ones|those|what|that|everything) (i|we) can (approve|accept|validate|decide|sign off)
    `),
    'decision:approved': phrases(`
      validated, approvals, green lighted, said yes (|to), did (we|i|you) say yes (|to), did we approve, did we accept, did i approve, did i
      accept, did you approve, signed off
    `),
    'decision:declined': phrases(`
      rejections, refusals, rejects, turned down, said no (|to), did (we|i|you) say no (|to), did we decline, did we reject, did we refuse,
      did i decline, did i reject, did i refuse, (we|i) turn down, (we|i) turned down
    `),
    'completion:100': phrases(`
      complete, fully complete, 100 complete, finished, nothing missing, nothing is missing,
      missing nothing, not missing anything, (|with) no missing documents, (|with) no documents missing
    `),
    'available:yes': phrases(`
      (available|free|vacant) (now|right now|immediately|straight away|at once)
    `),
    'available:no': ['unavailable'],
    'taken:me': ['taken by me', 'i took', 'i have taken', 'i ve taken', 'ive taken'],
    'taken:nobody': phrases(`
      (nobody|no one) (|has|s) picked up, not (|yet|been) picked up,
      not taken, untaken, not yet taken, unclaimed, not claimed, up for grabs, not taken by (anybody|anyone), taken by (nobody|no one), nobody has taken, no one
      has taken, nobody took, no one took
    `),
    '-taken:nobody': phrases(`
      taken by anybody, taken by anyone, taken by somebody, taken by someone, somebody has taken,
      someone has taken, already taken, taken
    `),
    'watched:me': phrases(`
      watched by me, i watch, i follow, i am watching, i m watching, im watching, i am following,
      i m following, im following, am i watching, am i following
    `),
    'watched:nobody': ['not watched', 'unwatched', 'watched by nobody', 'watched by no one'],
    '-watched:nobody': ['watched', 'watched by anybody', 'watched by somebody'],
    'has:form': phrases(`
      form submitted, forms submitted, (form|forms) (sent|returned), sent the form, submitted the form, form filled, form filled in
    `),
    'exclusive:yes': phrases('exclusive (mandate|mandates|listing|listings)'),
    'exclusive:no': phrases(`
      (non exclusive|not exclusive|nonexclusive) (|mandate|mandates|listing|listings)
    `),
    'no:form': phrases(`
      (form|forms) not (submitted|sent|returned), form not filled (|in), (not|haven t|hasn t) submitted the form,
      (haven t|hasn t) filled (|in) the form
    `),
    'has:validation': phrases(`
      validated pre application, validated pre applications, pre application validated, pre
      applications validated
    `),
    'pre-application:yes no:validation': phrases(`
      (pre application|pre applications|pre app|pre apps|preapp|preapps) not (|yet|been) validated,
      unvalidated (pre application|pre applications|pre app|pre apps|preapp|preapps)
    `),
    'pre-application:yes': phrases(
      'pre app, pre apps, preapp, preapps, pre application, pre applications',
    ),
    'snoozed:yes': ['snoozed'],
    'snoozed:no': ['not snoozed'],
    'insured:yes': ['insured'],
    'insured:no': ['uninsured'],
    'rent-insurance:yes': phrases(`
      insured against unpaid rent, insured against unpaid rents, unpaid rent insurance, rent
      insurance, rent guarantee insurance, rent guarantee, gli
    `),
    'has:manager': ['assigned', 'someone manages', 'somebody manages'],
    'no:manager': phrases(`
      (managed|handled) by (nobody|no one), not (managed|handled) by (anyone|anybody), assigned to (nobody|no one|noone), not assigned,
      not assigned to (anyone|anybody), with (nobody|no one), without (anyone|anybody), (nobody|no one) s (files|file|ones), with nobody on it, nobody on it,
      no one on it, (nobody|no one) manages, nobody handles, unmanaged, unassigned
    `),
    'no:tags': ['untagged', 'not tagged'],
    'no:score': phrases(`
      score unknown, unknown score, unscored, (|but) not scored, not yet scored, not been scored
    `),
    'completion:0': phrases(`
      (sent|uploaded|provided|submitted) nothing, nothing (sent|uploaded|provided|submitted),
      (not|haven t|havent|hasn t|hasnt|didn t|didnt) (sent|uploaded|provided|submitted) anything
    `),
    'completion:<100': phrases(`
      incomplete, not complete, unfinished, (missing|for) (documents|docs|papers|paperwork),
      (without|w o|wo|with no|no) (|any|the|all|their) (documents|docs|papers|paperwork),
      (documents|docs|papers|paperwork) (|are|still) (missing|outstanding),
      who (to|should i|do i|must i|do we|should we) chase (|today|now), (needs|need|needing) chasing, chase list,
      hasn t sent (their|his|her) documents, haven t sent (|their) documents,
      (have|has) not sent their documents,
      (|still) (owe|owes) (|me|us|their|his|her) (documents|docs|papers|paperwork)
    `),
    'category:apartment': ['apt', 'apts', 'appt', 'appts'],
    'profile:self-employed': ['self employed'],
    'situation:couple': ['couples'],
    'situation:single': phrases('singles, single (applicant|applicants|tenant|tenants|people)'),
    'situation:roommates': phrases(`
      flatshare, flatshares, flat share, flat shares, flatmates, housemates, sharers
    `),
    '-decision:approved': phrases(
      'without (approval|acceptance), without being (approved|accepted)',
    ),
    'archived:yes': ['archived', 'archives', 'in the archive', 'in archive'],
    'archived:no': ['not archived', 'unarchived'],
  },
  fresh: ['new', 'newly'],
  news: phrases(`
    (|any|latest) news, what did i miss, (anything|something|nothing) new,
    (what s|whats|what is) new
  `),
  not: phrases(`
    not, non, but not, neither, nor, never, none, nothing, nobody, no one, no longer, cannot,
    (nobody|no one) has,
    (isn|aren|wasn|weren|hasn|haven|hadn|don|doesn|didn|won|wouldn|can|couldn|shouldn|ain) t,
    isnt, arent, wasnt, werent, hasnt, havent, hadnt, dont, doesnt, didnt, wont, wouldnt, cant,
    couldnt
  `),
  negativeQuestions: phrases(`
    (isn t|isnt|aren t|arent) (there|any|anything|there any|there anything),
    (can t|cant|cannot|couldn t|don t|dont) (find|see|forget),
    nothing (but|except|other than), (nobody|no one|none) but
  `),
  except: phrases(`
    don t want, dont want, do not want, don t need, dont need, except, exept, excpet, outside, outside of, except for, exept for, minus, not counting, not including, without
    counting, aside from, apart from, other than, anything but, everything but, anyone but,
    everyone but, everybody but, anywhere but, everywhere but, all but, all files but, all the
    files but, all of them but, any but, every file but
  `),
  hide: phrases(`
    exclude, excluding, forget, remove, hide, ignore, ignoring, skip, skipping, drop, omit,
    leave out, leaving out, filter out, stop showing
  `),
  either: ['not only', 'not just', 'with or without', 'whether or not', 'regardless of'],
  determiners: 'the those these ones anyone',
  none: ['no', 'none', 'nothing', 'nobody', 'no one'],
  including: ['including', 'include', 'also', 'even'],
  also: ['too', 'as well', 'also', 'included'],
  auxiliary: 'been be being yet ever still already even fully quite',
  undone: phrases(`
    has not, have not, did not, does not, do not, hasn t, haven t, didn t, doesn t, don t,
    hasnt, havent, didnt, doesnt, dont, never, needs to, need to, still needs to, still need to,
    still has to, still have to
  `),
  documents: 'document documents doc docs papers paperwork',
  provided:
    'sent send provided provide paid pay uploaded upload returned given give submitted submit handed attached signed',
  have: phrases(`
    w, with, with a, with an, having, who have, that have, has, have, got a
  `),
  lack: phrases(`
    without, without a, without an, without any, no, missing, missing a, missing the, lacking,
    lacking a, lack, lack a, lacks, lacks a, has no, have no, with no, w no, w o, wo, w o a, w out,
    w out a, w out an, w out any, doesn t have,
    doesn t have a, don t have, don t have a, does not have, does not have a, do not have, do
    not have a
  `),
  lackAfter: ['missing', 'is missing', 'are missing', 'lacking'],
  nouns: { guarantor: ['guar', 'guars', 'gtor'], phone: ['phone number', 'phone nr'] },
  ofAge: ['old', 'of age'],
  awaited: phrases(`
    waiting for, waiting on, waits for, wait for, awaiting, needs, needing, needs a, needing a
  `),
  followUp: FOLLOW_UPS_IN.en,
  ...UNHELD_IN.en,
  ...DATES_IN.en,
  ...NUMBERS_IN.en,
  ...ORDERS_IN.en,
  questions: QUESTIONS_IN.en,
};
