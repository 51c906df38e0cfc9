/**
 * Queries of tables for applications: records with typed attributes, by visitors, cursors and
 * streams, in any order, several at one commit.
 */
package org.flashgrove.access.query;
