import type { CheckMember } from '#shared/quality.ts'
import { byLanguage, t } from '../ui/text.ts'

/** How a member of a check is entered. */
export type MemberInput = 'number' | 'text' | 'lines' | 'conditions' | 'reference' | 'language' | 'formats'

interface MemberLook {
  readonly input: MemberInput
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
}

/** How each member of the checks is entered; checks name the ones they have in `checkKinds`. */
export const memberLooks = byLanguage((): Readonly<Record<CheckMember, MemberLook>> => ({
  must_match: { input: 'conditions', label: t('Must be true') },
  min: { input: 'number', label: t('At least (characters)') },
  max: { input: 'number', label: t('At most (characters)') },
  pattern: {
    input: 'text',
    label: t('Pattern'),
    hint: t('A regular expression for the whole value.'),
    placeholder: '[A-Z]{2}-\\d+',
  },
  values: { input: 'lines', label: t('Allowed values'), hint: t('One a line. Capitals do not matter.') },
  words: {
    input: 'lines',
    label: t('Banned words'),
    hint: t('One a line. Whole words are found, however written.'),
  },
  within: { input: 'reference', label: t('Compared within') },
  times: {
    input: 'number',
    label: t('How far is too far'),
    hint: t('In deviations from the middle; 5 if left empty.'),
    placeholder: '5',
  },
  min_width: { input: 'number', label: t('Width at least (pixels)') },
  min_height: { input: 'number', label: t('Height at least (pixels)') },
  max_bytes: { input: 'number', label: t('Size at most (bytes)') },
  formats: { input: 'formats', label: t('Formats') },
  aspect: {
    input: 'text',
    label: t('Shape'),
    hint: t('Width to height, such as 1:1 or 4:3.'),
    placeholder: '1:1',
  },
  language: { input: 'language', label: t('Language') },
  word_length: {
    input: 'number',
    label: t('With a word of at least (letters)'),
    hint: t('Names of makers and codes are short: 5 skips LG 32LT380H LED TV.'),
  },
}))
