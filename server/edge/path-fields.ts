/**
 * Every field of a request that becomes a path of the computer or an address that the server requests. The
 * row of its route says who may send it; `who` says where that is narrower. `docs/server.md` shows this
 * table, and a test finds missing fields.
 */
export interface PathField {
  readonly becomes: 'a path' | 'an address'
  readonly may: string
  readonly who?: string
}

type NoPath = 'no path'

/** By surface, method and path (or the name of a tool), then by the field as it is named in the body. */
export type PathFields = Readonly<Record<string, Readonly<Record<string, PathField | NoPath>>>>

const upload: PathField = {
  becomes: 'a path',
  may: 'The bytes of a file that is sent. It is kept below the data folder under a name that the server makes; its own name is text.',
}

const newFile: PathField = {
  becomes: 'a path',
  may: 'The whole path of a new file in a folder that is there and can be written to.',
}

const knownFile: PathField = {
  becomes: 'a path',
  may: 'The whole path of a file; a workspace or package is checked before it is opened.',
}

const provider: PathField = {
  becomes: 'an address',
  may: 'https, or http on this computer and its network; no user, query or redirect, and a key goes to the origin that it was entered for.',
}

const webhookAddress: PathField = {
  becomes: 'an address',
  may: 'https, and public after each look-up, unless the owner allows this network; no user and no redirect; a key only proposes it, and the owner approves.',
}

const pageOfSource: PathField = {
  becomes: 'an address',
  may: 'http or https, fetched politely and within limits; private addresses only where the settings allow them, after each redirect too.',
}

const shopAddress: PathField = {
  becomes: 'an address',
  may: 'Written in front of the handles of products in links of the channel; the server does not ask it.',
}
const pictureAddress: PathField = {
  becomes: 'an address',
  may: 'Written in front of the names of pictures in files of the channel; the server does not ask it.',
}

const mapped = {
  'mapping.*.path': 'no path',
  'mapping.*.adds_to_parent': 'no path',
} as const

const mappedInProfile = {
  'settings.mapping.*.path': 'no path',
  'settings.mapping.*.adds_to_parent': 'no path',
} as const

const pictureFolder = {
  becomes: 'a path',
  may: 'The whole path of a folder; of what is below it pictures alone are read, no symbolic link is followed, and at most 200,000 entries, 20 levels and 30 seconds are spent.',
  who: 'administrators any folder; others those of --picture-folder and below',
} as const

const filesFolder = {
  ...pictureFolder,
  who: 'administrators any folder; others those of --picture-folder and below; never keys',
} as const
const libraryFolder: PathField = {
  becomes: 'a path',
  may: 'The whole path of a folder that is there; pictures, videos and PDFs below it can be read by who may read images. No symbolic link is followed.',
}

const feedFile: PathField = {
  becomes: 'a path',
  may: 'A name or pattern below the folder, server or bucket of the connection, which it may not leave.',
  who: 'managers, in connections that an administrator has made',
}

const connectionPlace = {
  'settings.path': {
    becomes: 'a path',
    may: 'Of a folder its whole path, apart from the data folder; of SFTP a path on that server.',
  },
  'settings.url': {
    becomes: 'an address',
    may: 'https, and public after each look-up, unless the owner allows this network; no user, and with a secret no redirect elsewhere.',
  },
  'settings.endpoint': {
    becomes: 'an address',
    may: 'https, and public after each look-up, unless the owner allows this network; no user and no redirect.',
  },
  'settings.host': {
    becomes: 'an address',
    may: 'The name of an SFTP server, to which nothing is sent before its host key is accepted.',
  },
  'settings.path_style': 'no path',
} as const

export const pathFields: PathFields = {
  'app POST /connections': connectionPlace,
  'app PATCH /connections/{id}': connectionPlace,
  'app POST /feeds': { file: feedFile },
  'app PATCH /feeds/{id}': { file: feedFile },
  'api POST /webhooks': { url: webhookAddress },
  'api POST /sources': { url: pageOfSource, file: upload },
  'api POST /imports': { file: upload },
  'api POST /files': { file: upload },
  'api POST /asset-matches': { files: upload, 'files.folder': filesFolder },
  'api POST /quality/rules': { applies_to: 'no path' },
  'api PATCH /quality/rules/{id}': { applies_to: 'no path' },
  'api POST /quality/clusters/merge': { 'groups[].to': 'no path' },
  'api POST /products/convert': { to: 'no path' },
  'app POST /workspaces/open': { file: knownFile },
  'app POST /workspaces/open-package': { file: knownFile },
  'app POST /workspaces/{id}/package': { file: newFile },
  'app POST /workspaces/{id}/backup': { file: newFile },
  'app POST /workspaces/{id}/move': {
    nodes: {
      becomes: 'an address',
      may: 'Nodes of rqlite, https unless they are on this computer; the server has to be started with --cluster.',
    },
  },
  'app POST /providers': { base_url: provider },
  'app PATCH /providers/{id}': { base_url: provider },
  'app POST /watched-folders': {
    folder: { becomes: 'a path', may: 'The whole path of a folder that is there.' },
  },
  'app POST /asset-libraries': { path: libraryFolder },
  'app PATCH /asset-libraries/{id}': { path: libraryFolder },
  'app POST /import-uploads': { file: upload },
  'app POST /import-uploads/{id}/pictures': { files: upload },
  'app POST /import-uploads/{id}/preview': { ...mapped, images_folder: pictureFolder },
  'app POST /import-uploads/{id}/import': {
    ...mapped,
    images_folder: pictureFolder,
  },
  'app POST /import-profiles': mappedInProfile,
  'app PATCH /import-profiles/{id}': mappedInProfile,
  'app POST /quality/try': { applies_to: 'no path' },
  'app POST /changes/restore': { up_to: 'no path' },
  'app POST /channels': { file: 'no path', picture_address: pictureAddress, shop_address: shopAddress },
  'app PATCH /channels/{channel}': {
    file: 'no path',
    picture_address: pictureAddress,
    shop_address: shopAddress,
  },
  'app POST /channels/{channel}/category-list': { file: upload },
  'tool create_source': { url: pageOfSource, file: upload },
  'tool import_file': { ...mapped, file: upload },
  'tool match_assets': { files: 'no path' },
  'tool upload_file': { url: pageOfSource },
  'tool convert_products': { to: 'no path' },
  'tool merge_values': { 'groups[].to': 'no path' },
}
