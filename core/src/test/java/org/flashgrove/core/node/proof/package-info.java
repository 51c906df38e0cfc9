/** Throw-away trees that prove the node store port carries more than R-trees. */
package org.flashgrove.core.node.proof;
