export const assets = {
  'asset.hash_not_known':
    'The workspace has no file with this hash. Send the file to POST /files first, or as a part of this form.',
  'asset.pattern_needs_key':
    'A pattern of a name has the key once, as in {example}, and at most one number and one view.',
  'asset.pattern_needs_key_group': 'The expression needs a group for the key, such as {example}.',
  'asset.pattern_not_readable': 'This is no regular expression. Correct it.',
  'asset.unreadable': 'The file cannot be read.',
  'asset.too_large': 'The file is larger than 64 MiB.',
  'asset.empty': 'The file is empty.',
  'asset.unknown_kind': 'This is neither a picture nor a video nor a PDF.',
  'asset.too_many_frames': 'The picture has more than 500 frames.',
  'asset.too_many_pixels': 'The picture has more than 100 million pixels.',
  'asset.damaged': 'The picture is damaged: it cannot be shown whole.',
  'asset.other_kind': 'The attribute does not take files of this kind.',
  'asset.has_pictures': 'The product has a picture here already.',
  'asset.too_small': 'The picture is smaller than asked for: {width} × {height} pixels.',
  'asset.same_as': 'The same file as {name} in row {row}.',
  'asset.takes_one': 'The attribute takes one picture of a product, and row {row} is the first.',
  'asset.no_image_of_name': 'No image has this file name. Let the match create it.',
  'asset.changed_meanwhile': 'The name means another product by now, or none. Match the files again.',
  'asset.file_changed': 'The file has changed since it was matched. Match it again.',
  'asset.not_a_match': 'The job is no match of files.',
  'asset.match_runs': 'The match has not ended yet. Apply it when it is completed.',
  'asset.applied_before': 'The match was applied before. Match the files again for another time.',
  'asset.plan_gone': 'The plan of the match was kept for seven days. Match the files again.',
  'asset.all_changed':
    'Every row means another product than when the files were matched, or none. Match the files again.',
  'asset.no_such_row': 'The plan has no row of this number.',
  'asset.row_not_fit':
    'This row has no product, or its file cannot be used. Correct it with a product, or leave it out.',
  'asset.folder_of_owner':
    'Only the owner of this computer may name a folder. Send the files as parts of a form, or store them first.',
  'asset.name_attribute': 'No attribute is there that this rule looks in by itself. Name one by its key.',
  'asset.too_many_exported':
    'These are more than {count, number} pictures, which no archive takes. Choose fewer of them.',
  'export.pictures_apart':
    'Pictures beside a table are an export of their own. Send POST /asset-exports with the same type, and the recipe and pattern there.',
  'rendition.none': 'The rendition',
  'rendition.none_remedy':
    'No picture can be made of this file. Its details say what it is and whether it is damaged.',
  'rendition.too_many_waiting': 'Too many pictures are being made. Send the request again soon.',
  'recipe.too_many': 'A workspace has at most {count, number} recipes. Delete one that nothing uses.',
  'value.no_edit_steps':
    'These are no steps of editing: a list of rotate, flip, crop, straighten, focal_point and white_background, each with its own members and nothing else. Correct the list.',
  'library.of_id': 'The linked library {id}',
  'library.not_known':
    'The workspace links no library of this id. Link the folder first, or write the value as a library names it.',
  'library.path_not_below':
    'A linked file is named as linked/<library>/<path>, with the id of the library and a path below its folder.',
  'library.in_use': 'Values name files of this library. Replace them first, or turn the library off.',
  'library.too_many_files':
    'The folder holds more than {count, number} files. Link folders in it one by one.',
  'library.away': 'The folder of the library is not there. Connect its disk, or give the path of its folder.',
  'library.not_apart': 'Choose a folder apart from the data of Vitrine.',
  'library.read_refused': 'The folder cannot be read. Change its permissions.',
  'library.folder_unknown':
    'Where this library lies on this computer is not known. Give the path of its folder.',
} as const
