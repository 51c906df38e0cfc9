package org.flashgrove.geotools;

import java.io.IOException;
import org.geotools.data.store.ContentState;
import org.geotools.data.store.DiffTransactionState;

/**
 * Changes of a feature type in a transaction, kept in memory until the transaction commits.
 * GeoTools commits the types of a store one by one. The first of these commits writes the changes
 * of all types of the store in one batch.
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
   * Commits the changes that the transaction made to any type of the store.
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

  /** Discards the changes, even if the store was closed. */
  @Override
  public void rollback() {
    pending.clear();
    state.fireBatchFeatureEvent(false);
  }
}
