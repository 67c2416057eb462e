import type { FileShapeName } from '#shared/imports.ts'
import type { Shape } from './shape.ts'
import { shopify } from './shopify.ts'

/** Every kind of shop's file, tried in this order. */
export const shapes: Readonly<Record<FileShapeName, Shape>> = { shopify }
