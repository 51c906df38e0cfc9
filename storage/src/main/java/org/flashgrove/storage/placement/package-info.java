/**
 * Pages out of place: which slot holds which node, which slots are free, and the barrier that makes
 * a new state of both the durable one.
 */
package org.flashgrove.storage.placement;
