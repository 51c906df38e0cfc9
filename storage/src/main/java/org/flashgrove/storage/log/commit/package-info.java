/** Commit numbers, snapshots of pages before a commit, and group commit. */
package org.flashgrove.storage.log.commit;
