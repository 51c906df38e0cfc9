package org.flashgrove.geotools;

import java.io.IOException;
import org.geotools.data.store.ContentState;
import org.geotools.data.store.DiffTransactionState;

/**
 * The changes of a type in a transaction, kept in memory until it commits. The first type of a
 * store that is asked to commit commits those of all types of the store, in one batch.
 */
final class TypeChanges extends DiffTransactionState {
  TypeChanges(ContentState state) {
    super(state);
  }

  TypeState state() {
    return (TypeState) state;
  }

  @Override
  public void commit() throws IOException {
    ((FlashgroveDataStore) state.getEntry().getDataStore()).commit(state.getTransaction());
  }

  /** Forgets the changes, which are committed, and says so to listeners. */
  synchronized void committed() {
    diff.clear();
    state.fireBatchFeatureEvent(true);
  }
}
