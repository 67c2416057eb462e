export interface Example {
  readonly attribute: string
  readonly data: string
  readonly value: unknown
  readonly quote: string
}

export type ExampleName =
  | 'line'
  | 'lines'
  | 'html'
  | 'url'
  | 'json'
  | 'number'
  | 'boolean'
  | 'date'
  | 'option'
  | 'options'
  | 'reference'
  | 'references'

export const examples: Readonly<Record<ExampleName, Example>> = {
  line: {
    attribute: 'Short title',
    data: 'Kettle Arla, enamel, 1.5 l, with whistle',
    value: 'Enamel kettle Arla, 1.5 l',
    quote: 'Kettle Arla, enamel, 1.5 l',
  },
  lines: {
    attribute: 'Care',
    data: 'Rinse by hand. Not for the dishwasher.',
    value: 'Rinse by hand.\nDo not put it into the dishwasher.',
    quote: 'Rinse by hand. Not for the dishwasher.',
  },
  html: {
    attribute: 'Description',
    data: 'Kettle Arla, enamel, 1.5 l, with whistle',
    value: '<p>The enamel kettle Arla holds 1.5 l and whistles.</p>',
    quote: 'enamel, 1.5 l, with whistle',
  },
  url: {
    attribute: 'Manual',
    data: 'Download the manual at https://arla.example/manual.pdf',
    value: 'https://arla.example/manual.pdf',
    quote: 'https://arla.example/manual.pdf',
  },
  json: {
    attribute: 'Specification',
    data: 'Volume 1.5 l, weight 820 g',
    value: '{"volume_l":1.5,"weight_g":820}',
    quote: 'Volume 1.5 l, weight 820 g',
  },
  number: { attribute: 'Weight in kg', data: 'Weight: 820 g', value: 0.82, quote: 'Weight: 820 g' },
  boolean: {
    attribute: 'Dishwasher safe',
    data: 'Not for the dishwasher.',
    value: false,
    quote: 'Not for the dishwasher.',
  },
  date: {
    attribute: 'Available from',
    data: 'In shops from 3 March 2024',
    value: '2024-03-03',
    quote: 'from 3 March 2024',
  },
  option: { attribute: 'Colour', data: 'Arla in deep red', value: 'Red', quote: 'in deep red' },
  options: {
    attribute: 'Suits',
    data: 'For gas and induction',
    value: ['Gas', 'Induction'],
    quote: 'gas and induction',
  },
  reference: {
    attribute: 'Maker',
    data: 'Made by Norrby Emalj AB',
    value: 'Norrby Emalj',
    quote: 'Made by Norrby Emalj AB',
  },
  references: {
    attribute: 'Goes with',
    data: 'Matches the Arla mug and the Arla bowl',
    value: ['Arla mug', 'Arla bowl'],
    quote: 'the Arla mug and the Arla bowl',
  },
}
