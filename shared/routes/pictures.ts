import { Type } from 'typebox'
import { CellPicture, UsesByImage } from '../schemas/pictures.ts'
import { dataOf, pageOf, type AppRouteTable } from './route.ts'
import { exampleHash, exampleId, examplePagination } from './examples.ts'
import { paging, pagingPlaces, required } from './parameters.ts'

const { limit, cursor } = paging
const uses = {
  total: 1,
  first: [
    {
      entity: { id: exampleId, type: 'product' as const, label: 'Freja chair' },
      attribute: { key: 'picture', name: 'Picture' },
    },
  ],
}

/** What the gallery asks for beside the list of images. */
export const pictureRoutes = {
  'GET /pictures': {
    id: 'listPictures',
    role: 'viewer',
    summary: 'List the pictures that cells hold',
    query: { limit, cursor },
    answers: { 200: pageOf(CellPicture) },
    issues: { limit: pagingPlaces.limit ?? [], cursor: pagingPlaces.cursor ?? [] },
    docs: () => ({
      description: `Files and addresses in attributes of the type image, of every entity type, each once with the cells that hold it (up to 12, and
how many there are). What an image has is left out: it is in \`GET /images\`.`,
      answers: {
        200: [
          'A page of pictures.',
          {
            data: [{ value: `files/${exampleHash}.png`, uses }],
            pagination: examplePagination,
          },
        ],
      },
    }),
  },
  'GET /pictures/uses': {
    id: 'listPictureUses',
    role: 'viewer',
    summary: 'Tell where images are used',
    query: { ids: required(Type.Array(Type.String()), 'Up to 200 images.', [exampleId]) },
    answers: { 200: dataOf(UsesByImage) },
    issues: { ids: ['too_many_values', 'expected_uuid'] },
    docs: () => ({
      description:
        'By id, what refers to the image by any attribute, and the cells that hold the same file. Ids that nobody has are left out.',
      answers: { 200: ['The uses.', { data: { [exampleId]: uses } }] },
    }),
  },
} satisfies AppRouteTable
