import { keysOf } from './text.ts'

export type { FixResult, QualityChecksResult } from './schemas/quality.ts'
export type {
  AcceptedFinding,
  NewQualityRule,
  QualityCheck,
  QualityFinding,
  QualityFix,
  QualityOf,
  QualityRule,
  QualityRulePatch,
  QualityScores,
  QualitySummary,
  QualityTry,
  QualityTryRequest,
} from './schemas/quality.ts'

export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/** The origin of a rule: the workspace, the shipped set, the constraints of an attribute, or a channel. */
export const ruleOrigins = ['own', 'shipped', 'constraint', 'channel'] as const
export type RuleOrigin = (typeof ruleOrigins)[number]

export interface CheckKind {
  readonly name: string
  /** Members of the check besides `kind` and `attributes`; those with `required` must be present. */
  readonly members: Readonly<Partial<Record<CheckMember, 'required' | 'optional'>>>
  /**
   * Whether the check needs more than SQL: a job runs it on changed entities, and its findings have a
   * time.
   */
  readonly isMadeByJob: boolean
}

export type CheckMember =
  | 'must_match'
  | 'min'
  | 'max'
  | 'pattern'
  | 'values'
  | 'words'
  | 'within'
  | 'times'
  | 'min_width'
  | 'min_height'
  | 'max_bytes'
  | 'formats'
  | 'aspect'
  | 'language'
  | 'word_length'
  | 'problem'

function kind(name: string, members: CheckKind['members'] = {}, isMadeByJob = false): CheckKind {
  return { name, members, isMadeByJob }
}

export const checkKinds = {
  filter: kind('Matches a filter', { must_match: 'required' }),
  required: kind('Is filled'),
  length: kind('Length', { min: 'optional', max: 'optional' }),
  pattern: kind('Pattern', { pattern: 'required' }),
  one_of: kind('One of some values', { values: 'required' }),
  unique_together: kind('Unique together'),
  gtin: kind('Valid GTIN'),
  banned_words: kind('Banned words', { words: 'required' }),
  no_html: kind('No HTML'),
  valid_html: kind('Valid HTML'),
  no_upper_case_text: kind('Not all in capitals', { word_length: 'optional' }),
  no_placeholder: kind('No placeholder'),
  same_unit: kind('Same unit'),
  outlier: kind('No outlier', { within: 'optional', times: 'optional' }),
  parent_differs: kind('Differs from its parent'),
  picture: kind(
    'Picture',
    {
      min_width: 'optional',
      min_height: 'optional',
      max_bytes: 'optional',
      formats: 'optional',
      aspect: 'optional',
    },
    true,
  ),
  file_problem: kind(
    'File without a problem',
    {
      problem: 'required',
      min_width: 'optional',
      min_height: 'optional',
      max_bytes: 'optional',
      aspect: 'optional',
    },
    true,
  ),
  link_answers: kind('Link answers', {}, true),
  spelling: kind('Spelling', { language: 'required' }, true),
  same_language: kind('Same language', {}, true),
} satisfies Record<string, CheckKind>

export type CheckKindName = keyof typeof checkKinds
export const checkKindNames = keysOf(checkKinds)

/** The problems that a check of the kind `file_problem` finds: at images, the last two at products. */
export const fileProblems = [
  'too_small',
  'wrong_aspect',
  'turned',
  'not_srgb',
  'too_large',
  'transparent',
  'alt_text_is_name',
  'damaged',
  'missing_file',
  'unused',
  'nearly_same',
  'twice',
  'one_picture',
] as const
export type FileProblem = (typeof fileProblems)[number]

export const spellingLanguages = ['en', 'de'] as const

/** Fixes that lose no meaning, so that all findings can be fixed at once. */
export const qualityFixes = [
  'trim',
  'collapse_spaces',
  'strip_html',
  'case',
  'units',
  'gtin_check_digit',
] as const
export type QualityFixName = (typeof qualityFixes)[number]

/** Lists filter and sort by it, and show it where `fields` names it. */
export const scoreKey = 'quality:score'
export const ruleFilterKey = 'quality:rule'
export const severityFilterKey = 'quality:severity'
/** The value of `quality:severity` for entities without any finding. */
export const noSeverity = 'none'

/** All rules of a workspace are read with every list of findings. */
export const maxQualityRules = 200
export const maxCheckValues = 1000
export const maxRuleMessage = 1000
export const maxAcceptReason = 1000
export const weightBounds = { min: 1, max: 10 } as const
export const defaultOutlierTimes = 5

/** Names of rules that nobody has named: in English on the server, translated in the page. */
export const shippedRuleNames = {
  title_missing: 'Title is missing',
  title_too_long: 'Title is too long for Google',
  title_too_short: 'Title is very short',
  title_in_capitals: 'Title is all in capitals',
  title_placeholder: 'Title is a placeholder',
  title_html: 'Title has HTML in it',
  title_repeated: 'Title is there twice',
  gtin_missing: 'GTIN is missing where a brand is set',
  gtin_invalid: 'GTIN is not valid',
  gtin_repeated: 'GTIN is there twice',
  price_missing: 'Price is missing',
  price_not_above_zero: 'Price is not above zero',
  price_outlier: 'Price is far from the others',
  price_without_currency: 'Price has no currency',
  asset_damaged: 'Picture is damaged',
  asset_missing_file: 'Linked file is missing',
  asset_link_dead: 'Link to the picture does not answer',
  rights_expired: 'Rights have ended',
  asset_too_small: 'Picture is too small for a channel',
  asset_no_alt_text: 'Picture has no alternative text',
  rights_expiring: 'Rights end within 30 days',
  asset_turned: 'Picture is turned',
  asset_not_srgb: 'Picture is not in sRGB',
  asset_transparent: 'Picture is transparent where white is asked for',
  asset_too_large: 'Picture has too many bytes for a channel',
  asset_wrong_aspect: 'Picture has another shape than a channel asks for',
  asset_alt_text_is_name: 'Alternative text is the file name',
  asset_nearly_same: 'Picture is nearly the same as another',
  asset_unused: 'Picture has not been used for 30 days',
  product_no_picture: 'Product has no picture',
  asset_twice: 'Product shows a file twice',
  product_one_picture: 'Product has a single picture',
} as const
export type ShippedRuleKey = keyof typeof shippedRuleNames

export const followingRuleNames = {
  channel: 'Required by {name}',
  constraint: 'Constraints of {name}',
} as const

export function nameFollowingRule(origin: keyof typeof followingRuleNames, name: string): string {
  return followingRuleNames[origin].replace('{name}', () => name)
}
