import { maxAxes, maxAxisValues } from '../axes.ts'
import {
  ConvertProducts,
  ConvertResult,
  MadeVariants,
  NewVariants,
  VariantPlan,
  VariantsRequest,
} from '../schemas/variants.ts'
import { maxVariantsAtOnce } from '../variants.ts'
import { exampleEntity, exampleId, exampleVariantId } from './examples.ts'
import { valueIssues } from './parameters.ts'
import { dataOf, type IssuePlaces, type RouteTable } from './route.ts'

const exampleEditId = '01989f6e-9e31-7c22-9d4e-6f708192a3c6'

const axes = [{ attribute: 'material', values: ['Oak', 'Walnut'] }]

const gridPlaces: IssuePlaces = {
  axes: ['expected_values', 'too_many_values'],
  'axes[<n>].attribute': ['not_a_defined_attribute', 'invalid_value'],
  'axes[<n>].values': ['expected_values', 'too_many_values'],
  'axes[<n>].values[<n>]': ['expected_number'],
  'set.<key>': valueIssues,
  sku_pattern: ['invalid_value'],
}

const gridDocs = `\`axes\` names up to ${maxAxes} attributes with the values of each, up to ${maxAxisValues.toLocaleString('en')}; a select gets values that it does not have as options, where the caller may
write attributes. \`set\` writes values into every new variant. \`sku_pattern\`, such as \`{sku}-{color}\`, makes the SKU: keys of axes give the value as a code, \`n\` the number
of the row, other keys the value of the parent. Without it that is the SKU of the parent with each value; the name is that of the parent with each value.`

const variant = { ...exampleEntity('product'), id: exampleVariantId, parent_id: exampleId }

/** The variants of a product made from its axes, and products that become variants or stop being some. */
export const variantRoutes = {
  'POST /products/{id}/variants/plan': {
    id: 'planVariants',
    tag: 'Variants',
    summary: 'Plan the variants of one product by its axes',
    scopes: ['write:products'],
    body: VariantsRequest,
    answers: { 200: dataOf(VariantPlan) },
    issues: gridPlaces,
    docs: () => ({
      description: `An extension. Tells of every combination of the values, ${maxVariantsAtOnce.toLocaleString('en')} at most, whether it would be made (\`create\`), is there already
(\`exists\`, compared without capitals) or has a value that is refused or taken (\`clashes\`, with the reasons). Nothing is written.
${gridDocs}`,
      body: {
        examples: { plain: { axes }, priced: { axes, set: { price: 129 }, sku_pattern: '{sku}-{material}' } },
      },
      answers: {
        200: [
          'The combinations, in the order of the axes.',
          {
            data: {
              rows: [
                {
                  values: { material: 'Oak' },
                  status: 'exists',
                  id: exampleVariantId,
                  attributes: {},
                  field_errors: [],
                },
                {
                  values: { material: 'Walnut' },
                  status: 'create',
                  id: null,
                  attributes: { sku: 'CH-100-WAL', product_name: 'Oak chair, Walnut' },
                  field_errors: [],
                },
              ],
              new_options: [],
              summary: { total: 2, create: 1, exists: 1, clashes: 0 },
            },
          },
        ],
      },
    }),
  },
  'POST /products/{id}/variants': {
    id: 'createVariants',
    tag: 'Variants',
    summary: 'Make variants of one product by its axes',
    scopes: ['write:products'],
    body: NewVariants,
    answers: { 200: dataOf(MadeVariants) },
    issues: {
      ...gridPlaces,
      accept: ['expected_values'],
      'accept[<n>].values': ['invalid_value'],
    },
    docs: () => ({
      description: `An extension. Takes the request of \`POST /products/{id}/variants/plan\` with \`accept\`: \`all\`, or the combinations to make, each with
\`attributes\` of its own where they differ from the plan. All of it is one edit, by whose \`edit_id\` it is undone: the variants, the axes of the parent
as they are sent, and new options. What exists stays as it is, so that the request is safe to repeat; a combination that clashes is left out and stops no other.
${gridDocs}`,
      body: {
        examples: {
          all: { axes, accept: 'all' },
          chosen: { axes, accept: [{ values: { material: 'Walnut' }, attributes: { price: 149 } }] },
        },
      },
      answers: {
        200: [
          'What became of each combination.',
          {
            data: {
              edit_id: exampleEditId,
              rows: [
                {
                  values: { material: 'Walnut' },
                  status: 'created',
                  id: exampleVariantId,
                  data: variant,
                  field_errors: [],
                },
              ],
              new_options: [],
              summary: { total: 1, created: 1, exists: 0, clashes: 0 },
            },
          },
        ],
      },
    }),
  },
  'POST /products/convert': {
    id: 'convertProducts',
    tag: 'Variants',
    summary: 'Make products variants of another, or variants products of their own',
    scopes: ['write:products'],
    body: ConvertProducts,
    answers: { 200: dataOf(ConvertResult) },
    issues: {
      ids: ['expected_values', 'too_many_values'],
      'ids[<n>]': ['expected_uuid', 'referenced_entity_not_found', 'self_reference'],
      to: ['invalid_value'],
      parent: ['required', 'expected_uuid_or_null', 'referenced_entity_not_found'],
      'parent.attributes.<key>': valueIssues,
      move_shared: ['invalid_value'],
    },
    docs: () => ({
      description: `An extension. With \`to: "variants_of"\` the products become variants of \`parent\`: the id of one, \`{"merge_key", "value"}\` or \`{"label"}\`, or
\`{"attributes": {…}}\` for a new product. \`move_shared\` gives a new parent the values that all of them share; attributes that inherit are emptied in the variants, which go on to show the value.
With \`to: "products"\` variants stand alone, and keep what they showed of their parent as values of their own. All of it is one edit, up to ${maxVariantsAtOnce.toLocaleString('en')} products, all or none.`,
      body: {
        examples: {
          new_parent: {
            ids: [exampleVariantId],
            to: 'variants_of',
            parent: { attributes: { product_name: 'Oak chair', sku: 'CH' } },
            move_shared: true,
          },
          known_parent: { ids: [exampleVariantId], to: 'variants_of', parent: exampleId },
          apart: { ids: [exampleVariantId], to: 'products' },
        },
      },
      answers: {
        200: [
          'The products as they are now, with their parent.',
          {
            data: {
              edit_id: exampleEditId,
              moved: ['material'],
              parent: exampleEntity('product'),
              products: [variant],
            },
          },
        ],
      },
      conflicts: 'A value of the new parent that must be unique is taken.',
    }),
  },
} satisfies RouteTable
