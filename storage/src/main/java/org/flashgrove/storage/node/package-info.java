/** Node stores of trees: staging, logging, snapshots, replay and salvage. */
package org.flashgrove.storage.node;
