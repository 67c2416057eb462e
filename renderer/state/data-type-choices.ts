import {
  Braces,
  Calendar,
  ChartNoAxesColumnIncreasing,
  CircleDot,
  CornerUpLeft,
  Hash,
  Image,
  Link,
  ListOrdered,
  Network,
  Pilcrow,
  Sigma,
  SquareCheck,
  SquareStack,
  Tags,
  Telescope,
  Text,
  TextCursorInput,
  Video,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import type { DataType } from '#shared/attributes.ts'

export interface DataTypeChoice {
  readonly type: DataType
  readonly icon: LucideIcon
  /** What the type holds, in one line. */
  readonly help: string
}

/** The data types that can be added by hand, the most common first. */
export const dataTypeChoices: readonly DataTypeChoice[] = [
  {
    type: 'single_line_text_field',
    icon: TextCursorInput,
    help: 'Names, SKUs, barcodes and other short text. Leading zeros are kept.',
  },
  { type: 'multi_line_text_field', icon: Text, help: 'Descriptions and notes over several lines.' },
  { type: 'rich_text_field', icon: Pilcrow, help: 'Text with headings, lists and emphasis, kept as HTML.' },
  { type: 'number', icon: Hash, help: 'Prices, weights and sizes, with an optional unit and limits.' },
  { type: 'boolean', icon: SquareCheck, help: 'Yes or no.' },
  { type: 'date', icon: Calendar, help: 'A day, such as a launch date.' },
  { type: 'single_select_list', icon: CircleDot, help: 'One of a list of options.' },
  { type: 'multi_select_list', icon: Tags, help: 'Any number of a list of options.' },
  { type: 'status', icon: Workflow, help: 'A stage of work, such as Draft, Review, Done. The order counts.' },
  { type: 'entity_reference', icon: Network, help: 'One entity, such as the vendor of a product.' },
  {
    type: 'entity_list_reference',
    icon: SquareStack,
    help: 'An ordered list of entities, such as the pictures of a gallery.',
  },
  { type: 'image', icon: Image, help: 'A picture: a stored file or a web address.' },
  { type: 'video', icon: Video, help: 'A video: a stored file or a web address.' },
  { type: 'url', icon: Link, help: 'A web address that starts with http:// or https://.' },
  { type: 'progress', icon: ChartNoAxesColumnIncreasing, help: 'How far something is, from 0 to 100.' },
  { type: 'rank', icon: ListOrdered, help: 'A place in an order: 1, 2, 3 and so on.' },
  { type: 'formula', icon: Sigma, help: 'Computed from other attributes, and always current.' },
  {
    type: 'reference_lookup',
    icon: Telescope,
    help: 'A value of what a reference names, such as the lead time of the vendor.',
  },
  {
    type: 'inverse_reference',
    icon: CornerUpLeft,
    help: 'What refers to this, such as the products of a vendor.',
  },
  { type: 'json', icon: Braces, help: 'Structured data for scripts, kept as JSON text.' },
]

/** Types whose values come from a list of options. */
export function takesOptions(type: DataType): boolean {
  return type === 'single_select_list' || type === 'multi_select_list' || type === 'status'
}

export function takesTarget(type: DataType): boolean {
  return type === 'entity_reference' || type === 'entity_list_reference'
}

export function takesFormula(type: DataType): boolean {
  return type === 'formula'
}

export function takesNumberLimits(type: DataType): boolean {
  return type === 'number'
}

/** Types whose attribute can be given another of the types that are added by hand. */
export function isPickable(type: DataType): boolean {
  return dataTypeChoices.some((choice) => choice.type === type)
}
