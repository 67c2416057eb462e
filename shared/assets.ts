export type { AssetApply, AssetPlanRow, SentAssetMatch, SentRule } from './schemas/assets.ts'

export const assetStatuses = [
  'matched',
  'ambiguous',
  'unmatched',
  'already_there',
  'duplicate_of',
  'too_small',
  'damaged',
  'replaces',
] as const
export type AssetStatus = (typeof assetStatuses)[number]

/** The statuses that are applied where all are accepted. */
export const appliedStatuses = ['matched', 'replaces'] as const satisfies readonly AssetStatus[]

/** How files join those that a product has: behind them, in their place, or only where it has none. */
export const assetModes = ['append', 'replace', 'fill_empty'] as const
export type AssetMode = (typeof assetModes)[number]

export const assetRuleNames = ['key', 'gtin', 'folder', 'column', 'iptc', 'pattern'] as const
export const assetTextFields = ['title', 'description', 'creator', 'copyright', 'keywords'] as const
export type AssetTextField = (typeof assetTextFields)[number]

export const maxMatchedFiles = 100_000
/** How many stored files a body may name. */
export const maxNamedFiles = 10_000
export const maxRules = 20
export const maxColumnListBytes = 10 * 1024 * 1024

interface OfAttribute {
  /** The key of the attribute whose values are looked for; the primary one, or that of the GTIN. */
  readonly attribute: string
}

/** A checked rule: how the products of files are found (specification, Pictures §2). */
export type AssetRule =
  | (OfAttribute & { readonly by: 'key'; readonly pattern?: string; readonly views?: readonly string[] })
  | (OfAttribute & { readonly by: 'gtin' })
  | (OfAttribute & { readonly by: 'folder'; readonly level: number })
  | (OfAttribute & { readonly by: 'column'; readonly csv: string })
  | (OfAttribute & { readonly by: 'iptc'; readonly field: AssetTextField })
  | (OfAttribute & { readonly by: 'pattern'; readonly pattern: string })
