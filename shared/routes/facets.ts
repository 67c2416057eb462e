import { Type } from 'typebox'
import { maxFacetValues } from '../facets.ts'
import { FacetsAnswer } from '../schemas/views.ts'
import { DistinctValues } from '../schemas/grid.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { countIssues, listedPlaces, typeParameter } from './grid.ts'
import { defaulted, filterPlaces, optional, required } from './parameters.ts'

export const facetRoutes = {
  'GET /grid/distinct': {
    id: 'distinctValues',
    role: 'viewer',
    summary: 'List the values that an attribute has in a list',
    list: true,
    query: {
      type: typeParameter,
      key: required(Type.String(), 'The attribute.', 'product_name'),
      text: optional(Type.String(), 'Only texts that hold this one.', 'oak'),
      limit: defaulted(
        Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
        'How many values to list.',
        20,
      ),
    },
    answers: { 200: dataOf(DistinctValues) },
    issues: {
      ...listedPlaces,
      key: ['required', 'not_a_defined_attribute'],
      text: ['operator_not_supported_for_type'],
      limit: countIssues,
    },
    docs: () => ({
      description: `Takes \`q\`, \`filter[…]\` and \`filter_join\` of the lists. They are those of \`/grid/facets\`, of numbers and
dates too: the most frequent first, each as its first row spells it; the rows without one come last.`,
      answers: {
        200: [
          'The values with their counts; `is_complete` tells whether these are all.',
          {
            data: {
              values: [
                { value: 'Oak', count: 12 },
                { value: null, count: 3 },
              ],
              is_complete: true,
            },
          },
        ],
      },
    }),
  },
  'GET /grid/facets': {
    id: 'readFacets',
    role: 'viewer',
    summary: 'Tell what the rows of a list have under several keys',
    list: true,
    choices: true,
    query: {
      type: typeParameter,
      facets: required(Type.Array(Type.String()), 'What to tell of, up to 50.', [
        'price',
        'sku:presence',
        'product_name:length',
      ]),
      limit: defaulted(
        Type.Integer({ minimum: 1, maximum: maxFacetValues, default: maxFacetValues }),
        'How many values of one facet to list.',
        20,
      ),
    },
    answers: { 200: dataOf(FacetsAnswer) },
    issues: {
      ...listedPlaces,
      facets: ['required', 'not_a_defined_attribute', 'invalid_value', 'too_many_values'],
      limit: countIssues,
      'choice[<key>]': filterPlaces['filter[<key>]'] ?? [],
      'choice[<key>][<op>]': filterPlaces['filter[<key>][<op>]'] ?? [],
      'search[<key>]': ['invalid_value', 'operator_not_supported_for_type'],
    },
    docs: () => ({
      description: `Takes \`q\`, \`filter[…]\` and \`filter_join\` of the lists, which narrow every facet, and \`choice[<key>][<op>]\` in the same
grammar, joined by and, which narrows every facet but those of its own key. A facet is the key of an attribute: texts, selects, checkboxes and
references have values with their counts, the most frequent first; numbers and dates a histogram, whose bins touch and end before \`to\`, the last one
with it. \`<key>:presence\` only tells how many rows have a value, \`<key>:length\` is how many characters its texts have, \`<key>:pixels\` the shorter side of its pictures, numbers that filters take,
too. Of attributes that hold files \`<key>:width\`, \`height\`, \`size\`, \`media_type\`, \`color_space\` and \`orientation\` are facets. \`search[<key>]\` narrows the values that are shown. Of several values that one row has at once each counts.`,
      answers: {
        200: [
          'How many rows there are under all choices, and the facets in the order asked.',
          {
            data: {
              matching: 200,
              facets: [
                { facet: 'price', min: 5, max: 30, bins: [{ from: 5, to: 30, count: 198 }], blank: 2 },
                { facet: 'sku:presence', filled: 200, blank: 0 },
                { facet: 'material', values: [{ value: 'Oak', count: 12 }], blank: 188 },
              ],
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
