/**
 * Queries of tables for applications: records with typed attributes, by visitors, cursors and
 * streams, in any order, several at one commit.
 */
@NullMarked
package org.flashgrove.access.query;

import org.jspecify.annotations.NullMarked;
