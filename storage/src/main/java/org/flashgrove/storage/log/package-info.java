/**
 * The log that the structures of a store share, trees and heap files alike: commits, batches,
 * replay, compaction, checkpoints, and the numbers by which snapshots know commits.
 *
 * <p>Reading order: {@link org.flashgrove.storage.log.LogParticipant} a structure as the store sees
 * it, {@link org.flashgrove.storage.log.LoggedStore} the store, {@link
 * org.flashgrove.storage.log.StoreLog} its frames, {@link org.flashgrove.storage.log.WriteBatch}
 * changes to several structures.
 *
 * <p>Behind the store: its {@code StructureList}; the {@code CommitLock} and the {@code
 * DeferredCommits} that it applies; the {@code Publisher} of a commit; {@code Durability}; {@code
 * Checkpoints}; {@code StoreMaintenance}.
 */
package org.flashgrove.storage.log;
