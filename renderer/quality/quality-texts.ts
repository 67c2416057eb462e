import type { CheckKindName, FileProblem, QualityFixName, QualityRule, RuleOrigin } from '#shared/quality.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

export const originTexts = cachedByLanguage((): Readonly<Record<RuleOrigin, string>> => ({
  own: t('Your rules'),
  shipped: t('Checks that ship with Vitrine'),
  constraint: t('From the constraints of attributes'),
  channel: t('From channels'),
}))

interface CheckText {
  readonly name: string
  readonly help: string
}

export const checkTexts = cachedByLanguage((): Readonly<Record<CheckKindName, CheckText>> => ({
  required: { name: t('Is filled in'), help: t('Finds where a value is missing.') },
  filter: { name: t('Meets conditions'), help: t('Finds what does not meet all of your conditions.') },
  length: { name: t('Length of the text'), help: t('Finds texts that are too short or too long.') },
  pattern: {
    name: t('Fits a pattern'),
    help: t('Finds values that do not fit a regular expression as a whole.'),
  },
  one_of: { name: t('Is one of a list'), help: t('Finds values that are not in your list.') },
  unique_together: {
    name: t('Is unique together'),
    help: t('Finds those that have the same values in all of the attributes.'),
  },
  gtin: { name: t('Is a valid GTIN'), help: t('Finds codes whose length or check digit is wrong.') },
  banned_words: { name: t('Has no banned words'), help: t('Finds texts with one of your words.') },
  no_html: { name: t('Has no HTML'), help: t('Finds texts with tags in them.') },
  valid_html: {
    name: t('Is valid HTML'),
    help: t('Finds texts with tags that are not closed or not known.'),
  },
  no_upper_case_text: {
    name: t('Is not all capitals'),
    help: t('Finds texts without a single lower-case letter.'),
  },
  no_placeholder: {
    name: t('Is no placeholder'),
    help: t('Finds lorem ipsum, “tbd”, “xxx” and the like.'),
  },
  same_unit: {
    name: t('Has the usual unit'),
    help: t('Finds values whose unit is not the most frequent one.'),
  },
  outlier: { name: t('Is no outlier'), help: t('Finds numbers far from those of their kind.') },
  parent_differs: {
    name: t('Differs from its parent'),
    help: t('Finds variants that have the same values as their product.'),
  },
  picture: {
    name: t('Is a good picture'),
    help: t('Finds pictures that are too small, too heavy or the wrong format.'),
  },
  file_problem: { name: t('Is a sound file'), help: t('Finds files with one kind of problem.') },
  link_answers: { name: t('Has a link that answers'), help: t('Finds web addresses that lead nowhere.') },
  spelling: { name: t('Is spelled right'), help: t('Finds words that the dictionary does not know.') },
  same_language: {
    name: t('Is in one language'),
    help: t('Finds texts in another language than most of the attribute.'),
  },
}))

export const problemNames = cachedByLanguage((): Readonly<Record<FileProblem, string>> => ({
  too_small: t('Too small'),
  wrong_aspect: t('Of another shape'),
  turned: t('Turned'),
  not_srgb: t('Not in sRGB'),
  too_large: t('Too many bytes'),
  transparent: t('Transparent where white is asked for'),
  alt_text_is_name: t('Alternative text is the file name'),
  damaged: t('Damaged'),
  missing_file: t('Missing in its library'),
  unused: t('Unused for 30 days'),
  nearly_same: t('Nearly the same as another'),
  twice: t('Shown twice'),
  one_picture: t('A single picture'),
}))

interface FixText {
  readonly name: string
  readonly help: string
}

export const fixTexts = cachedByLanguage((): Readonly<Record<QualityFixName, FixText>> => ({
  trim: { name: t('Trim spaces'), help: t('Takes away spaces and line breaks at both ends.') },
  collapse_spaces: { name: t('Collapse spaces'), help: t('Makes one space of several.') },
  strip_html: { name: t('Remove HTML'), help: t('Takes tags away and keeps their text.') },
  case: {
    name: t('Fix capitals'),
    help: t('Writes words in capitals with a capital first letter; codes stay.'),
  },
  units: {
    name: t('Convert to the usual unit'),
    help: t('Converts measures to the unit that most values have.'),
  },
  gtin_check_digit: {
    name: t('Correct the check digit'),
    help: t('Computes the last digit of GTINs again, and puts lost zeros in front.'),
  },
}))

export function jobCheckTexts(rules: readonly QualityRule[]): string {
  const names: Readonly<Record<string, string>> = {
    picture: t('pictures'),
    file_problem: t('files'),
    link_answers: t('links'),
    spelling: t('spelling'),
    same_language: t('languages'),
  }
  return [...new Set(rules.map(({ check }) => names[check.kind] ?? check.kind))].join(', ')
}

/** Explains how to get the German dictionary, whose licence keeps it out of the program. */
export function germanHint(): string {
  return t(
    'German needs a dictionary that does not come with the program. Put de.aff and de.dic, as LibreOffice has them, into the folder “dictionaries” of the data folder.',
  )
}
