import { Type } from 'typebox'
import { MadeFromTemplate, NewFromTemplate } from '../schemas/templates.ts'
import { templateKeys, templateLanguages } from '../templates.ts'
import { exampleJobId } from './examples.ts'
import { dataOf, type AppRouteTable } from './route.ts'

export const templateRoutes = {
  'POST /templates': {
    id: 'applyTemplate',
    role: 'manager',
    summary: 'Start a catalog from a template',
    body: NewFromTemplate,
    answers: { 201: dataOf(MadeFromTemplate) },
    issues: { template: ['invalid_value'], language: ['invalid_value'] },
    docs: () => ({
      description:
        'Makes the attributes of a trade with their semantic types, a tree of categories with a class each, rules of quality and views, in one transaction. An attribute whose key is taken stays as it is. `POST /edits/{edit_id}/undo` removes all of it but attributes that have values by then.',
      body: {
        properties: {
          template: Type.Enum([...templateKeys]),
          language: Type.Enum([...templateLanguages], { description: 'Of the names; English by default.' }),
        },
        examples: { furniture: { template: 'furniture', language: 'en' } },
      },
      answers: {
        201: [
          'What was made.',
          {
            data: {
              edit_id: exampleJobId,
              attributes: 23,
              categories: 16,
              classes: 4,
              rules: 3,
              views: 2,
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
