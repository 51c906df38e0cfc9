/** Commit numbers, snapshot leases, page images for snapshots, and group commit. */
package org.flashgrove.storage.log.commit;
