export const unknownId = '00000000-0000-7000-8000-000000000000'

export interface Write {
  readonly to: string
  readonly method?: 'PATCH'
  readonly body: object
}

/** Where one issue code is raised and, just inside the rule, where not. `{product}` stands for the id of the product there is. */
export interface Rule {
  /** A query string of `GET /products`, the path of another read or a write, and the field that is at fault. */
  readonly refused: readonly (readonly [request: string | Write, field: string])[]
  readonly accepted: readonly (string | Write)[]
}

/** Sets values on the one product. */
export const set = (attributes: object): Write => ({
  method: 'PATCH',
  to: '/products/{product}',
  body: { attributes },
})

export const move = (id: string, parent: unknown): Write => ({
  method: 'PATCH',
  to: `/products/${id}`,
  body: { parent_id: parent },
})

export const define = (body: object): Write => ({
  to: '/attributes',
  body: { name: 'N', entity_type: 'product', data_type: 'number', ...body },
})

export const upsert = (merge_key: string, attributes: object): Write => ({
  to: '/products/upsert',
  body: { merge_key, attributes },
})
