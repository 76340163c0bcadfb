import type { Messages } from '../../catalogue.ts'
import { en } from '../../en/index.ts'
import { translator } from '../../t.ts'

/** Texts about the agreement of answers. */
const agreement = {
  'agreement.lead':
    'How far the submitted answers to the same record agree. Drafts and discarded responses are left out.',
  'agreement.waiting': 'Comparing the answers. A large dataset takes some seconds.',
  'agreement.failed': 'The agreement could not be computed.',
  'agreement.gone': 'The agreement could not be computed: somebody has deleted this dataset.',
  'agreement.decide': 'Decide disagreements',
  'agreement.again': 'Compute again',
  'agreement.none.title': 'Nothing to compare yet',
  'agreement.none':
    'Agreement needs records that two people have answered: both answers submitted. To ask for them, let a record count as complete only after two submitted answers.',
  'agreement.csv': 'Download CSV',
  'agreement.file': 'agreement',
  'agreement.alpha': "Krippendorff's α",
  'agreement.alphaEqualSteps': 'α with equal steps',
  'agreement.percent': 'Identical answers',
  'agreement.cohen': "Cohen's κ",
  'agreement.fleiss': "Fleiss' κ",
  'agreement.f1': 'F1 of spans',
  'agreement.equalSteps':
    "Krippendorff's α compares ratings by their order only; α with equal steps takes them as numbers, so that 1 and 2 are as far apart as 4 and 5.",
  'agreement.range': '{low} to {high}',
  'agreement.interval': '95 % interval',
  'agreement.records': {
    one: '{count} record with two answers or more',
    other: '{count} records with two answers or more',
  },
  'agreement.people': { one: 'by {count} person', other: 'by {count} people' },
  'agreement.verdict.unknown': 'Not measured',
  'agreement.verdict.reliable': 'Reliable',
  'agreement.verdict.tentative': 'Tentative',
  'agreement.verdict.weak': 'Weak',
  'agreement.verdict.chance': 'No better than chance',
  'agreement.pairs': 'Pairs of people',
  'agreement.pairsOf': 'Pairs of people: {question}',
  'agreement.labels': 'Labels',
  'agreement.labelsOf': 'Labels: {question}',
  'agreement.column.pair': 'People',
  'agreement.column.records': 'Records',
  'agreement.column.identical': 'Identical',
  'agreement.column.kappa': "Cohen's κ",
  'agreement.column.alpha': 'α',
  'agreement.column.withInterval': '{figure}, 95 % interval',
  'agreement.column.question': 'Question',
  'agreement.column.of': 'People or label',
  'agreement.column.answers': 'Answers',
  'agreement.column.low': '{figure}, low',
  'agreement.column.high': '{figure}, high',
  'agreement.all': 'everybody',
  'agreement.column.label': 'Label',
  'agreement.column.used': 'Used',
  'agreement.column.shared': 'Shared by another',
  'agreement.somebody': 'somebody deleted',
  'agreement.pair': '{one} and {other}',
} as const satisfies Messages

/** `t` with the texts about agreement, in the chunk of their page. */
export const t = translator({ ...en, ...agreement })
