import type { FileShapeName } from '#shared/imports.ts'
import type { Shape } from './shape.ts'
import { akeneo } from './akeneo.ts'
import { amazon } from './amazon.ts'
import { bmecat } from './bmecat.ts'
import { bigcommerce } from './bigcommerce.ts'
import { ebay } from './ebay.ts'
import { etsy } from './etsy.ts'
import { google } from './google.ts'
import { gs1 } from './gs1.ts'
import { lightspeed } from './lightspeed.ts'
import { magento } from './magento.ts'
import { prestashop, prestashopCombinations } from './prestashop.ts'
import { rowsOfRecords } from './rows-of-records.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

/** Every kind of shop's file, tried in this order. */
export const shapes: Readonly<Record<FileShapeName, Shape>> = {
  shopify,
  woocommerce,
  magento,
  prestashop_combinations: prestashopCombinations,
  prestashop,
  google,
  akeneo,
  amazon,
  ebay,
  etsy,
  lightspeed,
  bigcommerce,
  bmecat,
  gs1,
  schema_org: rowsOfRecords,
  amazon_listings: rowsOfRecords,
  etim_xchange: rowsOfRecords,
  json: rowsOfRecords,
}
