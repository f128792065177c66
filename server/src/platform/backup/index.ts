export { type BackupPlace, backupAt, backupPlace } from './backup-place.ts';
export { backupSecretsOf, restoreSecret } from './backup-secrets.ts';
export { makeBackup } from './make-backup.ts';
export { checkBackup, restoreBackup } from './restore-backup.ts';
export { backUpWhenDue, backupsIn, newestBy } from './scheduled-backups.ts';
