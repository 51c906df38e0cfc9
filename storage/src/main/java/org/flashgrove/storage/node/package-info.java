/**
 * Node stores of trees: staged operations, logging, snapshots, replay and salvage. Start with
 * {@link LoggedNodeStore}.
 */
package org.flashgrove.storage.node;
