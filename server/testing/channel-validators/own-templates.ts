/**
 * Judges of the files that channels of one's own begin as, from what those who take them publish: developer.ebay.com (MIP user guide,
 * product, availability and distribution feed definitions), help.etsy.com (listing file), developers.facebook.com (catalog
 * reference), idealo.github.io/csv-importer, support.google.com/merchants/answer/7052112.
 */
import { parse } from 'csv-parse/sync'
import {
  check,
  gtin,
  idsOf,
  link,
  repeated,
  required,
  type Row,
  type Rules,
  type Validator,
} from './row-rules.ts'

const money = { pattern: /^\d+\.\d{2}$/ }
const moneyOf = { pattern: /^(?!0+(\.0+)? )\d+(\.\d{1,2})? [A-Z]{3}$/ }
const pieces = { pattern: /^\d+$/ }

/** Up to so many values between signs, each sound by itself. */
function list(sign: string, most: number, isSound: (text: string) => boolean) {
  return {
    check: (text: string) => {
      const values = text.split(sign)
      return values.length <= most && values.every((value) => value.trim() !== '' && isSound(value))
    },
  }
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s,;]+$/.test(text)

interface Table {
  readonly rules: Rules
  /** The column that tells rows apart. */
  readonly id: string
  readonly further?: (row: Row, place: string) => string[]
}

/** A file of commas whose first row names its columns, each once. */
function tableOf({ rules, id, further = () => [] }: Table): Validator {
  return (text) => {
    const [header = []] = parse(text, { toLine: 1 })
    const rows = parse<Row>(text, { columns: true })
    const lacking = Object.keys(rules).filter((name) => rules[name]?.required && !header.includes(name))
    return [
      ...lacking.map((name) => `There is no column ${name}.`),
      ...repeated(header, 'column'),
      ...rows.flatMap((row, index) => [
        ...check(row, rules, `row ${index + 1}`),
        ...further(row, `row ${index + 1}`),
      ]),
      ...repeated(idsOf(rows, id), id),
    ]
  }
}

/** Names and values of what variants differ in come in pairs, and belong to a group. */
function pairs(row: Row, place: string): string[] {
  return [1, 2, 3, 4, 5].flatMap((number) => {
    const name = row[`Variation Specific Name ${number}`] ?? ''
    const value = row[`Variation Specific Value ${number}`] ?? ''
    const isAlone = (name === '') !== (value === '')
    const isLoose = name !== '' && !row['Variation Group ID']
    return [
      ...(isAlone ? [`${place}: a variation specific without its other half`] : []),
      ...(isLoose ? [`${place}: a variation specific without a group`] : []),
    ]
  })
}

export const validateEbay = tableOf({
  id: 'SKU',
  rules: {
    SKU: { ...required, max: 50 },
    'Variation Group ID': { max: 50 },
    Title: { ...required, max: 80 },
    Subtitle: { max: 55 },
    'Product Description': required,
    'Picture URL 1': { ...required, ...link },
    'Picture URL 2': link,
    EAN: gtin,
    UPC: gtin,
    Brand: { max: 65 },
    MPN: { max: 65 },
    Condition: { ...required, pattern: /^[A-Z]+(_[A-Z]+)*$/ },
    'Total Ship To Home Quantity': { ...required, ...pieces },
    Category: { ...required, pattern: /^\d+$/ },
    'List Price': { ...required, ...money },
  },
  further: pairs,
})

export const validateEtsy = tableOf({
  id: 'SKU',
  rules: {
    TITLE: { ...required, max: 140 },
    DESCRIPTION: { ...required, pattern: /^[^<>]*$/ },
    PRICE: { ...required, ...money },
    CURRENCY_CODE: { ...required, pattern: /^[A-Z]{3}$/ },
    QUANTITY: { ...required, ...pieces },
    TAGS: list(',', 13, (tag) => tag.length <= 20),
    MATERIALS: list(',', 13, (material) => material.length <= 45),
    IMAGE1: { ...required, ...link },
    IMAGE2: link,
    SKU: { max: 32 },
  },
})

export const validateMeta = tableOf({
  id: 'id',
  rules: {
    id: { ...required, max: 100 },
    title: { ...required, max: 200 },
    description: { ...required, max: 9999, pattern: /^[^<>]*$/ },
    availability: {
      ...required,
      oneOf: ['in stock', 'out of stock', 'available for order', 'preorder', 'discontinued'],
    },
    condition: { ...required, oneOf: ['new', 'refurbished', 'used'] },
    price: { ...required, ...moneyOf },
    sale_price: moneyOf,
    link: { ...required, ...link },
    image_link: { ...required, ...link },
    additional_image_link: list(',', 20, isAddress),
    brand: { ...required, max: 100 },
    quantity_to_sell_on_facebook: pieces,
    gtin,
    color: { max: 200 },
    size: { max: 200 },
  },
})

export const validateIdealo = tableOf({
  id: 'sku',
  rules: {
    sku: required,
    brand: required,
    title: required,
    url: { ...required, ...link },
    eans: gtin,
    price: { ...required, ...money },
    paymentCosts_paypal: { ...required, ...money },
    deliveryCosts_dhl: { ...required, ...money },
    deliveryTime: required,
    imageUrls: list(';', 100, isAddress),
  },
})

export const validateGoogleCsv = tableOf({
  id: 'id',
  rules: {
    id: { ...required, max: 50 },
    title: { ...required, max: 150 },
    description: { ...required, max: 5000 },
    link: { ...required, ...link },
    image_link: { ...required, ...link },
    additional_image_link: list(',', 10, isAddress),
    availability: { ...required, oneOf: ['in_stock', 'out_of_stock', 'preorder', 'backorder'] },
    price: { ...required, ...moneyOf },
    sale_price: moneyOf,
    brand: { max: 70 },
    gtin,
    condition: { oneOf: ['new', 'refurbished', 'used'] },
    google_product_category: { pattern: /^(\d+|[^<>]+( > [^<>]+)*)$/ },
    product_type: { max: 750 },
    color: { max: 100 },
    size: { max: 100 },
  },
})
