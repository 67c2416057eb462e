export type { Axis, AxesUpdate, ProductAxes } from './schemas/axes.ts'

/** Where the axes of a product come from: they were set, a class of its category names them, or they follow from its variants. */
export const axesOrigins = ['own', 'class', 'derived'] as const
export type AxesOrigin = (typeof axesOrigins)[number]

export const maxAxes = 4
export const maxAxisValues = 2048

/** The name of axes in the changes of a product; no attribute can have this key. */
export const axesChange = 'variants.axes'
