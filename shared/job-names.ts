/**
 * Names of jobs by operation: one table for the page and for desktop notices. Exports are named by their
 * subject.
 */
export const jobNames = {
  import: 'Import',
  bulk_edit: 'Bulk edit',
  undo_edit: 'Undo',
  undo_import: 'Undo of an import',
  source_ingest: 'Source',
  fetch_pictures: 'Picture download',
  package: 'Package',
  generation: 'Generation',
  decide_proposals: 'Review¦noun',
  merge_entities: 'Merging',
  cluster_merge: 'Merge of values',
  find_duplicates: 'Search for duplicates',
  quality_fix: 'Fix',
  quality_check: 'Quality check',
} as const

export function isNamedJob(operation: string): operation is keyof typeof jobNames {
  return Object.hasOwn(jobNames, operation)
}

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
} as const
export type ShippedRuleKey = keyof typeof shippedRuleNames

export const followingRuleNames = {
  channel: 'Required by {name}',
  constraint: 'Constraints of {name}',
} as const

export function nameFollowingRule(origin: keyof typeof followingRuleNames, name: string): string {
  return followingRuleNames[origin].replace('{name}', () => name)
}
