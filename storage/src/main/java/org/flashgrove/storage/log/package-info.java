/**
 * The shared log of a store's structures: commits, batches, replay, compaction, checkpoints and
 * commit numbers.
 *
 * <p>Start with {@link LoggedStore}, the store, and {@link LogParticipant}, a structure as the
 * store sees it. {@link StoreLog} lists the frames of the log. {@link WriteBatch} commits changes
 * to several structures.
 *
 * <p>Internal classes: {@code StructureList} holds the structures. {@code CommitLock} applies the
 * queue of {@code DeferredCommits}. {@code Publisher} logs a commit and makes it visible. {@code
 * Durability} syncs commits. {@code Checkpoints} and {@code StoreMaintenance} do the work between
 * commits.
 */
package org.flashgrove.storage.log;
