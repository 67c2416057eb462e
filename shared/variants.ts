export type {
  ConvertProducts,
  MadeVariants,
  NewVariants,
  PlannedVariant,
  VariantPlan,
  VariantsRequest,
} from './schemas/variants.ts'

/** A planned variant is new, there already, or has a value that cannot be stored or that another product has. */
export const plannedVariantStatuses = ['create', 'exists', 'clashes'] as const

/** The status of an accepted variant after the request. */
export const madeVariantStatuses = ['created', 'exists', 'clashes'] as const

/** How many combinations one plan has, and how many products one request converts, at most. */
export const maxVariantsAtOnce = 2048

export const maxSkuPattern = 200

/** Products become variants of another product, or products of their own again. */
export const productConversions = ['variants_of', 'products'] as const
export type ProductConversion = (typeof productConversions)[number]
