export const workspaces = {
  'workspace.closing':
    'The workspace is being closed or restarted, so this was not done. Try again in a moment.',
  'workspace.being_restored':
    'A backup is being put back in this workspace, so nothing was saved. Try again in a moment.',
  'workspace.was_closed': 'The workspace was closed or restarted before this was done.',
  'workspace.name_taken': 'There is already a workspace named {name}. Choose another name.',
  'workspace.not_found': 'There is no workspace with this id.',
  'workspace_file.hard_link':
    '{file} is another name (a hard link) of the file of the workspace {workspace}, and what is written under one name can be lost under the other. Open {workspace}, and delete this name, or copy the file and open the copy.',
  'workspace_file.wrong_format':
    '{file} is not a {format}. Choose another file; spreadsheets and CSV files can be imported into a workspace.',
  'workspace_file.newer_format':
    '{file} was made by a newer Vitrine than this one. Install the newest Vitrine to open this {format}.',
  'workspace_file.newer':
    '{file} was made by a newer Vitrine than this one. Install the newest Vitrine to open it.',
  'workspace_file.locked': '{file} is locked by another program. Close that program, then try again.',
  'workspace_file.on_network_drive':
    '{file} is on a network drive, where two computers could write to it at once and damage it. Copy it to a disk of this computer and open the copy.',
  'workspace_file.damaged': '{file} is damaged and was left as it is. Restore a backup of it.',
  'workspace_file.read_only':
    '{file} or its folder cannot be written to. Change the permissions, or copy the file to a folder of yours and open the copy.',
  'workspace_file.not_readable':
    '{file} cannot be read ({why}). Check its permissions and the disk, then try again.',
  'workspace_file.moved':
    '{file} was moved, deleted or replaced while Vitrine had it open, so nothing is saved there any more. Make a backup now, which keeps all that was saved; then put the file back, or restore that backup.',
  'workspace_file.missing': 'There is no file {file}. If it was moved, open it from its new place.',
  'workspace_file.name_taken': 'There is already a file {file}. Choose another name.',
  'workspace_file.name_taken_in_folder':
    'There is already a file {file} in this folder. Choose another name.',
  'workspace_file.exists': 'There is already a file {file}. Choose another name, or open it.',
  'workspace_file.is_folder': '{file} is a folder. Choose a {format} file.',
  'workspace_file.foreign_content':
    '{file} was not opened: it has {found}, which Vitrine does not make. Nothing in it was changed. Ask whoever it comes from for a package of the workspace.',
  'workspace_file.inspection_too_long':
    '{file} was not opened: looking at it took too long or too much memory. Nothing in it was changed. Ask whoever it comes from for a package of the workspace.',
  'workspace_file.open_elsewhere': '{file} is open in another Vitrine. Close it there, then try again.',
  'workspace_file.empty':
    '{file} is empty, so there is nothing to open. Remove it, or restore a backup in its place.',
  'package.opening_interrupted':
    'Vitrine ended while this package was being opened. Look whether its workspace is there; if not, open the package again.',
  'package.target_unknown':
    'The file that was chosen for this package is not known here. Save the package anew.',
  'package.not_a_package': '{file} is no package of a workspace. Choose a file that was saved as one.',
  'package.file_missing': 'There is no file {file}. Choose another.',
  'package.not_opened':
    'The package cannot be opened, and no workspace was made: {sentence} Ask who sent it for a new one.',
  'workspace_download.disk_full': 'The disk of the server has no room for a copy of this workspace.',
  'workspace_download.in_progress': 'A copy of this workspace is being made. Wait for it, or stop it.',
  'workspace_download.others_in_progress':
    'Copies of other workspaces are being made. Try again in a few minutes.',
} as const
