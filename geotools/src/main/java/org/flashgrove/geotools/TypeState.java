package org.flashgrove.geotools;

import org.geotools.api.data.Transaction;
import org.geotools.data.store.ContentEntry;
import org.geotools.data.store.ContentState;

/** State of a feature type within a transaction. */
final class TypeState extends ContentState {
  TypeState(ContentEntry entry) {
    super(entry);
    transactionState = new TypeChanges(this);
  }

  private TypeState(TypeState other) {
    super(other);
    transactionState = new TypeChanges(this);
  }

  @Override
  public ContentState copy() {
    return new TypeState(this);
  }

  /** Returns whether changes wait for a commit. */
  boolean isInTransaction() {
    return getTransaction() != null && getTransaction() != Transaction.AUTO_COMMIT;
  }

  /** Returns the uncommitted changes. */
  PendingChanges changes() {
    return ((TypeChanges) transactionState).pending();
  }

  /** Clears listeners, and events of a transaction that can only be rolled back. */
  @Override
  public void close() {
    super.close();
    batchFeatureEvent = null;
  }
}
