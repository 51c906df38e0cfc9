package org.flashgrove.geotools;

import java.io.IOException;
import org.geotools.data.store.ContentState;
import org.geotools.data.store.DiffTransactionState;

/**
 * Changes of a type in a transaction, kept in memory until it commits. The first type of a store
 * that is committed commits the changes of all types of the store in one batch.
 */
final class TypeChanges extends DiffTransactionState {
  private final PendingChanges pending = new PendingChanges();

  TypeChanges(ContentState state) {
    super(state);
  }

  PendingChanges pending() {
    return pending;
  }

  String typeName() {
    return state.getEntry().getTypeName();
  }

  /**
   * Commits the changes of all types of the store in the transaction.
   *
   * @throws IOException if the store is closed or a change is rejected. Then nothing is committed,
   *     and the caller can commit again or roll back
   */
  @Override
  public void commit() throws IOException {
    ((FlashgroveDataStore) state.getEntry().getDataStore()).commit(this, state.getTransaction());
  }

  /** Tells listeners that the changes are committed. */
  void committed() {
    state.fireBatchFeatureEvent(true);
  }

  /** Clears the changes, even if the store was closed. */
  @Override
  public void rollback() {
    pending.clear();
    state.fireBatchFeatureEvent(false);
  }
}
